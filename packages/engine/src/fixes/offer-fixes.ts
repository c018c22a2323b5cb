import { combineFixes, type Json, type PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { applyPatch } from "../json/apply-patch.ts";
import { formatPointer, toPathKey } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { utf8Length } from "../text/characters.ts";
import { findHidden, isPlain } from "../text/sanitize-text.ts";
import type { CheckResults } from "../validate/run-checks.ts";

/** A candidate with mistakes, and how to check a changed one. */
export interface FixInput {
  readonly submitted: Json;
  readonly results: CheckResults;
  readonly meter: Meter;
  /** Checks a changed candidate against the same rules and registry, on the same meter. */
  check(candidate: Json): CheckResults;
}

/** The operations of the fix of each mistake that has one, in the order of the answer. */
export type Fixes = ReadonlyMap<Group, readonly PatchOperation[]>;

export const noFixes: Fixes = new Map();

const stepsPerPlace = 32;
// All of them leave room for the diagnostics.
const maxBytes = 16_384;

/**
 * The fixes that bring no error to a place that had none. All are checked once together; if one does, those at or above that
 * place are left out and the others checked, and if that does not help, there are none.
 */
export function offerFixes(input: FixInput): Fixes {
  const made = makeFixes(input);
  if (made.size === 0) return noFixes;
  const broken = findBrokenPlaces(made, input);
  if (broken.length === 0) return made;
  const isAbove = ({ places }: Group) =>
    places.some(({ path }) =>
      broken.some((place) => input.results.toCorrected(path).every((token, at) => place[at] === token)),
    );
  const others = new Map([...made].filter(([group]) => !isAbove(group)));
  if (others.size === 0 || others.size === made.size) return noFixes;
  return findBrokenPlaces(others, input).length === 0 ? others : noFixes;
}

function makeFixes({ results, meter }: FixInput): Fixes {
  const made = new Map<Group, readonly PatchOperation[]>();
  let left = maxBytes;
  for (const group of results.collector.listGroups()) {
    const { places, count } = group;
    if (count > places.length || !places.every(({ path, fix }) => fix && path.every(isPlain))) continue;
    spend(meter, stepsPerPlace * count);
    const operations = places.flatMap(toOperations);
    const bytes = utf8Length(JSON.stringify(operations));
    if (bytes > left || !operations.every(isShowable)) continue;
    left -= bytes;
    made.set(group, operations);
  }
  return made;
}

function toOperations({ path, fix }: Group["places"][number]): readonly PatchOperation[] {
  const at = formatPointer(path);
  if (fix?.kind === "replace") return [{ op: "replace", path: at, value: fix.value }];
  if (fix?.kind === "rename") return [{ op: "move", from: at, path: formatPointer([...path.slice(0, -1), fix.to]) }];
  return fix ? [{ op: "remove", path: at }] : [];
}

// A patch repeats values unchanged, so it must not contain characters that a reader cannot see.
function isShowable(operation: PatchOperation): boolean {
  const value = "value" in operation ? operation.value : operation.path;
  return typeof value !== "string" || findHidden(value) === undefined;
}

// Places by their right names: an error under a new name is the one under the old.
function findBrokenPlaces(
  fixes: Fixes,
  { submitted, results, meter, check }: FixInput,
): readonly (readonly string[])[] {
  const patch = combineFixes([...fixes.values()].map((fix) => ({ fix })));
  const patched = applyPatch(submitted, patch, (steps) => spend(meter, steps));
  // Fixes that do not apply together would break everything.
  if (patched.kind !== "ok") return [[]];
  const before = new Set(listErrorPlaces(results).map(toPathKey));
  return listErrorPlaces(check(patched.value)).filter((path) => !before.has(toPathKey(path)));
}

function listErrorPlaces({ collector, toCorrected }: CheckResults): readonly (readonly string[])[] {
  return [...collector.iterateGroups()]
    .filter(({ first }) => first.severity === "error")
    .flatMap(({ places }) => places.map(({ path }) => toCorrected(path)));
}
