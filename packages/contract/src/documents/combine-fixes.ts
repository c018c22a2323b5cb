import { escapeToken, parsePointer } from "../json/json-pointer.ts";
import type { Diagnostic, PatchOperation } from "./diagnostic.ts";

/**
 * Combines all fixes into one JSON Patch. Every path refers to the candidate as sent, so the longest paths come first,
 * and among paths of equal length, moves come last.
 *
 * @example
 * const patched = patchText(text, combineFixes(verdict.diagnostics));
 */
export function combineFixes(diagnostics: readonly Pick<Diagnostic, "fix">[]): readonly PatchOperation[] {
  return diagnostics
    .flatMap(({ fix = [] }) => fix)
    .map((operation) => ({ operation, rank: 2 * countTokens(operation) + (operation.op === "move" ? 0 : 1) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ operation }) => operation);
}

function countTokens(operation: PatchOperation): number {
  return parsePointer(operation.op === "move" ? operation.from : operation.path)?.length ?? 0;
}

/** The codes of diagnostics about the name of a property and not its value. */
export const codesAboutNames: ReadonlySet<string> = new Set([
  "field.unknown",
  "field.misspelled",
  "sample.field-undeclared",
]);

/**
 * Returns the patch that applies `didYouMean` of a diagnostic: it renames a property or replaces a value at each path.
 *
 * @example
 * if (diagnostic.didYouMean !== undefined && confirm(diagnostic.message)) apply(suggestPatch(diagnostic));
 */
export function suggestPatch({ code, path, paths = [path], didYouMean }: Diagnostic): readonly PatchOperation[] {
  if (didYouMean === undefined) return [];
  return paths.map((from) =>
    codesAboutNames.has(code)
      ? { op: "move", from, path: `${from.slice(0, from.lastIndexOf("/") + 1)}${escapeToken(didYouMean)}` }
      : { op: "replace", path: from, value: didYouMean },
  );
}
