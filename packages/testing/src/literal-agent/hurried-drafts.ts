import type { Json, JsonObject } from "@assay/contract";
import { type Domain, digestOf } from "../candidates/domains.ts";
import { validCandidate } from "../candidates/valid-candidates.ts";
import { closedObjects, withMembers, without } from "../corpora/traps/closed-objects.ts";
import type { Random } from "../seeded-random.ts";
import { hurriedMistakes, takenId } from "./hurried-mistakes.ts";

/** A draft that was written in a hurry, and what its author would say if somebody asked. */
export interface HurriedDraft {
  readonly mistakes: readonly string[];
  readonly draft: JsonObject;
  readonly truth: JsonObject;
  /** What the author told besides the draft: some properties of the truth. */
  readonly brief: JsonObject;
}

/** Draws a draft with one to four mistakes, each in another property of the candidate. */
export function hurriedDraft(domain: Domain, random: Random): HurriedDraft {
  const truth = domain.name.startsWith("datamint/") && random.below(2) === 0 ? validCandidate(random) : domain.example;
  const objects = closedObjects(domain.spec.document.candidateSchema as Json, truth);
  const made: string[] = [];
  const touched = new Set<string>();
  let draft = truth;
  for (let left = 1 + random.below(4); left > 0; ) {
    const [kind, make] = random.pick(hurriedMistakes);
    const free = objects.filter(({ path: [first = ""] }) => !touched.has(first));
    const object = random.below(2) === 0 ? free[0] : random.pick(free);
    const mistake = object && make(object, random, touched);
    // A kind that finds no place is drawn again, and so is one that makes a valid candidate: that is another truth.
    if (object === undefined || mistake === undefined) continue;
    const alone = withMembers(truth, object.path, () => mistake.members);
    if (kind !== takenId && digestOf(domain, alone) !== undefined) continue;
    const written = Object.entries(mistake.members).filter(([name]) => mistake.names.includes(name));
    draft = withMembers(draft, object.path, (members) => ({
      ...without(members, ...mistake.names),
      ...Object.fromEntries(written),
    }));
    for (const name of mistake.names) touched.add(object.path[0] ?? name);
    made.push(`${kind} at ${["", ...object.path, ...mistake.names.slice(0, 1)].join("/")}`);
    left -= 1;
  }
  // The owner is no part of what a brief about the content says.
  const told = Object.entries(truth).filter(([name]) => name !== "owner" && random.below(2) === 0);
  return { mistakes: made, draft, truth, brief: Object.fromEntries(told) };
}
