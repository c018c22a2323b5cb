import type { Fix, PatchOperation } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { comparePaths, parsePointer, pathKey } from "../json/pointer.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";

/**
 * One patch that does what several fixes do. Their paths all refer to the same candidate, so the operations are sorted such
 * that none changes the path of another: tests, then new values, then changes of structure, deepest first and later items
 * before earlier ones. A fix that writes where an earlier one has written or removed is left out, and so is undefined.
 *
 * @example
 * const firstFixes = verdict.diagnostics.map(({ fixes }) => fixes?.[0]);
 * const patch = composeFixes(firstFixes.filter((fix) => fix?.applicability === "safe"));
 */
export function composeFixes(fixes: readonly (Partial<Pick<Fix, "patch">> | undefined)[]): readonly PatchOperation[] {
  checkFixes(fixes);
  const taken = new Set<string>();
  const chosen: PatchOperation[] = [];
  for (const patch of fixes.flatMap((fix) => (fix?.patch ? [fix.patch] : []))) {
    // Only equal paths collide; a change inside a value that another fix moves or removes is handled by their order.
    const paths = patch.filter(({ op }) => op !== "test").flatMap((operation) => pathsOf(operation).map(pathKey));
    if (paths.some((path) => taken.has(path))) continue;
    for (const path of paths) taken.add(path);
    chosen.push(...patch);
  }
  return chosen.toSorted((a, b) => rank(a) - rank(b) || (rank(a) === structural ? compareStructural(a, b) : 0));
}

function checkFixes(fixes: unknown): void {
  const remedy =
    "Pass fixes from a verdict's diagnostics, each with its `patch`; if a fix has no patch, `repair` contains it.";
  if (!Array.isArray(fixes))
    throw wrongArgument({ argument: "fixes", expected: "an array of fixes", found: kindOf(fixes), remedy });
  const index = fixes.findIndex((fix) => fix !== undefined && !(isObject(fix) && Array.isArray(fix.patch)));
  if (index < 0) return;
  const found = isObject(fixes[index]) ? "an object without a patch" : kindOf(fixes[index]);
  throw wrongArgument({ argument: `fixes[${index}]`, expected: "a fix", found, remedy });
}

const structural = 2;

function rank({ op }: PatchOperation): number {
  if (op === "test") return 0;
  return op === "add" || op === "replace" ? 1 : structural;
}

function compareStructural(a: PatchOperation, b: PatchOperation): number {
  const [from, to] = [sourceOf(a), sourceOf(b)];
  return to.length - from.length || comparePaths(to, from);
}

// A move from the wire may lack `from`: whoever applies the patch refuses it.
function sourceOf(operation: PatchOperation): readonly string[] {
  const pointer: string | undefined = operation.op === "move" ? operation.from : operation.path;
  return parsePointer(pointer ?? "") ?? [];
}

function pathsOf(operation: PatchOperation): readonly (readonly string[])[] {
  return [parsePointer(operation.path) ?? [], sourceOf(operation)];
}
