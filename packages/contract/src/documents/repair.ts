import { escapeToken, parsePointer } from "../json/json-pointer.ts";
import type { Diagnostic, PatchOperation } from "./diagnostic.ts";

/**
 * One JSON Patch of all fixes: every path speaks of the candidate as it was sent, so the longest come first, and of equal
 * ones those that rename come last.
 *
 * @example
 * const repaired = patchJson(candidate, combineFixes(verdict.diagnostics));
 */
export function combineFixes(diagnostics: readonly Pick<Diagnostic, "fix">[]): readonly PatchOperation[] {
  return diagnostics
    .flatMap(({ fix = [] }) => fix)
    .map((operation) => ({ operation, rank: 2 * countTokens(operation) + (operation.op === "move" ? 0 : 1) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ operation }) => operation);
}

function countTokens(operation: PatchOperation): number {
  return parsePointer(operation.op === "move" ? operation.from : operation.path)?.length ?? 0;
}

// These are about names of properties, all others about values.
const aboutNames: ReadonlySet<string> = new Set(["field.misspelled", "sample.field-undeclared"]);

/**
 * What answering the question of a diagnostic with yes changes: a name, or a value, at each place.
 *
 * @example
 * if (diagnostic.didYouMean !== undefined && confirm(diagnostic.message)) apply(suggestPatch(diagnostic));
 */
export function suggestPatch({ code, path, paths = [path], didYouMean }: Diagnostic): readonly PatchOperation[] {
  if (didYouMean === undefined) return [];
  return paths.map((place) =>
    aboutNames.has(code)
      ? { op: "move", from: place, path: `${place.slice(0, place.lastIndexOf("/") + 1)}${escapeToken(didYouMean)}` }
      : { op: "replace", path: place, value: didYouMean },
  );
}
