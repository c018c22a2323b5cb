import type { Diagnostic } from "@assay/contract";

/** The diagnostics that other rules do not report. A check may move to another rule; what a CEL rule says belongs to it. */
export function withoutKnown(diagnostics: readonly Diagnostic[], known: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = Map.groupBy(known, keyOf);
  return diagnostics.filter((diagnostic) => !left.get(keyOf(diagnostic))?.pop());
}

function keyOf({ severity, code, path, rule }: Diagnostic): string {
  return `${severity} ${code} ${path} ${code === "rule.violated" ? rule.id : ""}`;
}
