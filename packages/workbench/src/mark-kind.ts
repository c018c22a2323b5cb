import type { Diagnostic } from "@assay/contract";
import type { MarkKind } from "./editor/marks.ts";

/** How a diagnostic is drawn: what only the owner can decide looks different from what the author can correct. */
export function markKindOf({ needs, severity }: Pick<Diagnostic, "needs" | "severity">): MarkKind {
  return needs === "owner-decision" && severity === "error" ? "owner" : severity;
}
