import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject } from "../json/json.ts";
import { valueAt } from "../json/pointer.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";

/**
 * A candidate without its wrapper, with misspelled property names corrected, so that one answer also covers what misspelled
 * properties contain. Findings refer to the submitted candidate, so paths can be converted in both directions.
 */
export interface RenamedCandidate {
  readonly candidate: Json;
  /** Converts a path in this candidate to the path of the same value in the submitted one. */
  toSubmitted(path: readonly string[]): readonly string[];
  /** Converts a path in the submitted candidate to a path in this one. The path does not have to exist. */
  toCorrected(path: readonly string[]): readonly string[];
}

/** Wraps a submitted candidate in which nothing has been renamed. */
export function createUnrenamed(candidate: Json): RenamedCandidate {
  return { candidate, toSubmitted: (path) => path, toCorrected: (path) => path };
}

/** Takes the candidate at `candidatePath` out of its wrapper. */
export function unwrapCandidate(submitted: Json, candidatePath: readonly string[]): RenamedCandidate {
  return {
    candidate: valueAt(submitted, candidatePath) as Json,
    toSubmitted: (path) => [...candidatePath, ...path],
    toCorrected: (path) =>
      candidatePath.every((token, index) => path[index] === token) ? path.slice(candidatePath.length) : path,
  };
}

/** Corrects the names that findings report as misspelled. Their paths refer to the candidate in `previous`. */
export function renameProperties(
  previous: RenamedCandidate,
  misspelled: readonly AnyFinding[],
  meter: Meter,
): RenamedCandidate {
  const root = createRenames();
  for (const { path, params, fix } of misspelled) {
    const expected = fix?.kind === "rename" ? fix.to : String(params.expected);
    let renames = root;
    for (const token of path.slice(0, -1)) {
      const inner = renames.nested.get(token) ?? createRenames();
      renames.nested.set(token, inner);
      renames = inner;
    }
    renames.corrected.set(path.at(-1) ?? "", expected);
    renames.submitted.set(expected, path.at(-1) ?? "");
  }
  return {
    candidate: applyRenames(previous.candidate, root, meter),
    toSubmitted(path) {
      const submitted: string[] = [];
      let renames: Renames | undefined = root;
      for (const token of path) {
        const name: string = renames?.submitted.get(token) ?? token;
        submitted.push(name);
        renames = renames?.nested.get(name);
      }
      return previous.toSubmitted(submitted);
    },
    toCorrected(path) {
      const corrected: string[] = [];
      let renames: Renames | undefined = root;
      for (const token of previous.toCorrected(path)) {
        corrected.push(renames?.corrected.get(token) ?? token);
        renames = renames?.nested.get(token);
      }
      return corrected;
    },
  };
}

/** Converts the path of a finding to the submitted candidate, and keeps the original path as `correctedPath`. */
export function toSubmittedFinding(finding: AnyFinding, { toSubmitted }: RenamedCandidate): AnyFinding {
  const path = toSubmitted(finding.path);
  return path === finding.path ? finding : { ...finding, path, correctedPath: finding.path };
}

/** The renamed properties of one object and, by their submitted names, of the objects inside it. */
interface Renames {
  /** From submitted to corrected names. */
  readonly corrected: Map<string, string>;
  /** From corrected to submitted names. */
  readonly submitted: Map<string, string>;
  readonly nested: Map<string, Renames>;
}

const stepsPerCopiedMember = 6;

function createRenames(): Renames {
  return { corrected: new Map(), submitted: new Map(), nested: new Map() };
}

// Copies only the containers that contain a renamed property, and copies each of them only once.
function applyRenames(value: Json, { corrected, nested }: Renames, meter: Meter): Json {
  const change = (token: string, inner: Json) => {
    const renames = nested.get(token);
    return renames ? applyRenames(inner, renames, meter) : inner;
  };
  return copyWith(value, change, meter, corrected);
}

/** Copies a container: `change` replaces or removes each value, and `names` renames members. Copying costs steps. */
export function copyWith(
  value: Json,
  change: (token: string, inner: Json) => Json | undefined,
  meter: Meter,
  names: ReadonlyMap<string, string> = new Map(),
): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => change(String(index), item) ?? item);
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  spend(meter, stepsPerCopiedMember * countMemberSteps(members.length));
  const entries = members.flatMap(([name, inner]) => {
    const newValue = change(name, inner);
    return newValue === undefined ? [] : [[names.get(name) ?? name, newValue] as const];
  });
  return Object.fromEntries(entries);
}
