import { diagnosticCatalogue, type Needs } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";

/** Who can act. Only a person can say who the owner is, so a missing owner must not be made up either. */
export function needsOf({ code, path, correctedPath = path }: AnyFinding): Needs {
  const { needs } = diagnosticCatalogue[code];
  return needs === "edit" && isAboutOwner(correctedPath) ? "owner-decision" : needs;
}

function isAboutOwner([first, second, ...deeper]: readonly string[]): boolean {
  if (first !== "owner") return false;
  return second === undefined || ((second === "kind" || second === "id") && deeper.length === 0);
}
