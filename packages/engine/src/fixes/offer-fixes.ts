import { combineFixes, type Json, type PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { applyPatch } from "../json/apply-patch.ts";
import { formatPointer, toPathKey } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { utf8Length } from "../text/characters.ts";
import { findHidden, isPlain } from "../text/sanitize-text.ts";
import type { CheckResults } from "../validate/run-checks.ts";

/** A candidate with its results, and a function that checks a changed candidate. */
export interface FixInput {
  readonly submitted: Json;
  readonly results: CheckResults;
  readonly meter: Meter;
  /** Checks a changed candidate against the same rules and registry, with the same meter. */
  check(candidate: Json): CheckResults;
}

/** For each mistake that has a fix, the patch operations in the order in which the answer lists the mistakes. */
export type Fixes = ReadonlyMap<Group, readonly PatchOperation[]>;

export const noFixes: Fixes = new Map();

const stepsPerPlace = 32;
// The limit for all fixes in an answer, which leaves room for the diagnostics.
const maxBytes = 16_384;

/**
 * Offers only fixes that cause no error at a path that had no error before. All possible fixes are checked together. If they
 * cause errors, the fixes at or above the paths of those errors are dropped, and the remaining fixes are checked once; if
 * they also cause errors, no fix is offered.
 */
export function offerFixes(input: FixInput): Fixes {
  const fixes = createFixes(input);
  if (fixes.size === 0) return noFixes;
  const newErrorPaths = findNewErrorPaths(fixes, input);
  if (newErrorPaths.length === 0) return fixes;
  const isAtOrAboveError = ({ places }: Group) =>
    places.some(({ path }) => {
      const fixPath = input.results.toCorrected(path);
      return newErrorPaths.some((errorPath) => fixPath.every((token, index) => errorPath[index] === token));
    });
  const otherFixes = new Map([...fixes].filter(([group]) => !isAtOrAboveError(group)));
  if (otherFixes.size === 0 || otherFixes.size === fixes.size) return noFixes;
  return findNewErrorPaths(otherFixes, input).length === 0 ? otherFixes : noFixes;
}

function createFixes({ results, meter }: FixInput): Fixes {
  const fixes = new Map<Group, readonly PatchOperation[]>();
  let bytesLeft = maxBytes;
  for (const group of results.collector.listGroups()) {
    const { places, count } = group;
    if (count > places.length || !places.every(({ path, fix }) => fix && path.every(isPlain))) continue;
    spend(meter, stepsPerPlace * count);
    const operations = places.flatMap(toOperations);
    const bytes = utf8Length(JSON.stringify(operations));
    if (bytes > bytesLeft || !operations.every(isReadable)) continue;
    bytesLeft -= bytes;
    fixes.set(group, operations);
  }
  return fixes;
}

function toOperations({ path, fix }: Group["places"][number]): readonly PatchOperation[] {
  const at = formatPointer(path);
  if (fix?.kind === "replace") return [{ op: "replace", path: at, value: fix.value }];
  if (fix?.kind === "rename") return [{ op: "move", from: at, path: formatPointer([...path.slice(0, -1), fix.to]) }];
  return fix ? [{ op: "remove", path: at }] : [];
}

// A patch contains values unescaped, so the values must not contain characters that a reader cannot see.
function isReadable(operation: PatchOperation): boolean {
  const value = "value" in operation ? operation.value : operation.path;
  return typeof value !== "string" || findHidden(value) === undefined;
}

// Returns the paths of errors that the fixes cause. It compares paths with corrected names, so that an error that a property
// already had before it was renamed does not count.
function findNewErrorPaths(
  fixes: Fixes,
  { submitted, results, meter, check }: FixInput,
): readonly (readonly string[])[] {
  const patch = combineFixes([...fixes.values()].map((fix) => ({ fix })));
  const patched = applyPatch(submitted, patch, meter);
  // If the fixes cannot be applied together, the error is at the root.
  if (patched.kind !== "ok") return [[]];
  const before = new Set(listErrorPaths(results).map(toPathKey));
  return listErrorPaths(check(patched.value)).filter((path) => !before.has(toPathKey(path)));
}

function listErrorPaths({ collector, toCorrected }: CheckResults): readonly (readonly string[])[] {
  return collector
    .listGroups()
    .filter(({ first }) => first.severity === "error")
    .flatMap(({ places }) => places.map(({ path }) => toCorrected(path)));
}
