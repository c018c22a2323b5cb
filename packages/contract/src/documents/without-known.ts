import type { Diagnostic } from "./diagnostic.ts";

/**
 * The diagnostics that another verdict on the same candidate does not have. A check may move to another rule; what a CEL rule says
 * belongs to it.
 *
 * @example
 * const added = withoutKnown(upcoming.diagnostics, verdict.diagnostics);
 */
export function withoutKnown(diagnostics: readonly Diagnostic[], known: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = Map.groupBy(known, keyOf);
  return diagnostics.filter((diagnostic) => !left.get(keyOf(diagnostic))?.pop());
}

function keyOf({ severity, code, path, rule }: Diagnostic): string {
  return `${severity} ${code} ${path} ${code === "rule.violated" ? rule.id : ""}`;
}
