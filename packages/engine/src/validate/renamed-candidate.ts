import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject } from "../json/json.ts";
import { valueAt } from "../json/pointer.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";

/**
 * A candidate without its wrapper, whose misspelled properties have their right names, so that the same answer covers what
 * they contain; and the way back, because findings refer to the candidate as it was submitted.
 */
export interface RenamedCandidate {
  readonly candidate: Json;
  /** From a path in this candidate to the path of the same value in the submitted one. */
  toSubmitted(path: readonly string[]): readonly string[];
  /** The way back, also for paths that the submitted candidate does not have. */
  toCorrected(path: readonly string[]): readonly string[];
}

/** A candidate as it was submitted. */
export function createUnrenamed(candidate: Json): RenamedCandidate {
  return { candidate, toSubmitted: (path) => path, toCorrected: (path) => path };
}

/** A candidate without its wrapper, at its path in the submitted value. */
export function unwrapCandidate(submitted: Json, outside: readonly string[]): RenamedCandidate {
  return {
    candidate: valueAt(submitted, outside) as Json,
    toSubmitted: (path) => [...outside, ...path],
    toCorrected: (path) => (outside.every((token, index) => path[index] === token) ? path.slice(outside.length) : path),
  };
}

/** Renames what schema findings report as misspelled; their paths are those of the candidate given. */
export function renameProperties(
  before: RenamedCandidate,
  misspelled: readonly AnyFinding[],
  meter: Meter,
): RenamedCandidate {
  const root = createRenames();
  for (const { path, params, fix } of misspelled) {
    const expected = fix?.kind === "rename" ? fix.to : String(params.expected);
    let renames = root;
    for (const token of path.slice(0, -1)) {
      const inner = renames.inside.get(token) ?? createRenames();
      renames.inside.set(token, inner);
      renames = inner;
    }
    renames.corrected.set(path.at(-1) ?? "", expected);
    renames.submitted.set(expected, path.at(-1) ?? "");
  }
  return {
    candidate: applyRenames(before.candidate, root, meter),
    toSubmitted(path) {
      const submitted: string[] = [];
      let renames: Renames | undefined = root;
      for (const token of path) {
        const name: string = renames?.submitted.get(token) ?? token;
        submitted.push(name);
        renames = renames?.inside.get(name);
      }
      return before.toSubmitted(submitted);
    },
    toCorrected(path) {
      const corrected: string[] = [];
      let renames: Renames | undefined = root;
      for (const token of before.toCorrected(path)) {
        corrected.push(renames?.corrected.get(token) ?? token);
        renames = renames?.inside.get(token);
      }
      return corrected;
    },
  };
}

/** A finding at its paths in the submitted candidate. */
export function toSubmittedFinding(finding: AnyFinding, { toSubmitted }: RenamedCandidate): AnyFinding {
  const path = toSubmitted(finding.path);
  return path === finding.path ? finding : { ...finding, path, correctedPath: finding.path };
}

/** The renamed properties of an object, by either name, and those of the values inside. */
interface Renames {
  readonly corrected: Map<string, string>;
  readonly submitted: Map<string, string>;
  readonly inside: Map<string, Renames>;
}

const stepsPerCopied = 6;

function createRenames(): Renames {
  return { corrected: new Map(), submitted: new Map(), inside: new Map() };
}

// Copies only the containers on the way to a renamed property, each of them once.
function applyRenames(value: Json, { corrected, inside }: Renames, meter: Meter): Json {
  const change = (token: string, inner: Json) => {
    const renames = inside.get(token);
    return renames ? applyRenames(inner, renames, meter) : inner;
  };
  return copyWith(value, change, meter, corrected);
}

/** A container with what `change` makes of each value in it, and with other names for some; copying costs steps. */
export function copyWith(
  value: Json,
  change: (token: string, inner: Json) => Json | undefined,
  meter: Meter,
  names: ReadonlyMap<string, string> = new Map(),
): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => change(String(index), item) ?? item);
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  spend(meter, stepsPerCopied * countMemberSteps(members.length));
  const kept = members.flatMap(([name, inner]) => {
    const after = change(name, inner);
    return after === undefined ? [] : [[names.get(name) ?? name, after] as const];
  });
  return Object.fromEntries(kept);
}
