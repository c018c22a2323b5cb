import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject } from "../json/json.ts";
import { type Meter, memberSteps, spend } from "../meter.ts";

/**
 * A candidate with its misspelled members under the names that were meant, so that everything else can be judged in the
 * same answer, and the way back: findings speak of the candidate as it was submitted.
 */
export interface AsMeant {
  readonly candidate: Json;
  /** From a place in this candidate to the same place in the submitted one. */
  toSubmitted(tokens: readonly string[]): readonly string[];
}

/** A candidate that needs no translation. */
export function asSubmitted(candidate: Json): AsMeant {
  return { candidate, toSubmitted: (tokens) => tokens };
}

/** Renames what the findings of the schema call misspelled; their places are those of the candidate given. */
export function rename(before: AsMeant, misspelled: readonly AnyFinding[], meter: Meter): AsMeant {
  const root = renamesIn();
  for (const { tokens, params } of misspelled) {
    let at = root;
    for (const token of tokens.slice(0, -1)) {
      const inner = at.inside.get(token) ?? renamesIn();
      at.inside.set(token, inner);
      at = inner;
    }
    at.meant.set(tokens.at(-1) ?? "", String(params.expected));
    at.written.set(String(params.expected), tokens.at(-1) ?? "");
  }
  return {
    candidate: renamed(before.candidate, root, meter),
    toSubmitted(tokens) {
      const submitted: string[] = [];
      let at: Renames | undefined = root;
      for (const token of tokens) {
        const written: string = at?.written.get(token) ?? token;
        submitted.push(written);
        at = at?.inside.get(written);
      }
      return before.toSubmitted(submitted);
    },
  };
}

/** The members of an object that are renamed, from either name to the other, and those of the values inside. */
interface Renames {
  readonly meant: Map<string, string>;
  readonly written: Map<string, string>;
  readonly inside: Map<string, Renames>;
}

const stepsPerCopied = 6;

function renamesIn(): Renames {
  return { meant: new Map(), written: new Map(), inside: new Map() };
}

// Copies only the way to what is renamed, and goes it once, however much there is to rename.
function renamed(value: Json, { meant, inside }: Renames, meter: Meter): Json {
  const changed = (token: string, inner: Json) => {
    const renames = inside.get(token);
    return renames ? renamed(inner, renames, meter) : inner;
  };
  if (Array.isArray(value)) return value.map((item: Json, index) => changed(String(index), item));
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  spend(meter, stepsPerCopied * memberSteps(members.length));
  return Object.fromEntries(members.map(([name, inner]) => [meant.get(name) ?? name, changed(name, inner)]));
}
