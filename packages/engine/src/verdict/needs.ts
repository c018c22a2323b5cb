import { diagnosticCatalogue, type Needs } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";

/** Who can act. Who the owner is, nobody but a person can tell: also what is missing there must not be made up. */
export function needsOf({ code, path, correctedPath: meant = path }: AnyFinding): Needs {
  const { needs } = diagnosticCatalogue[code];
  return needs === "edit" && isAboutOwner(meant) ? "owner-decision" : needs;
}

function isAboutOwner([first, second, ...deeper]: readonly string[]): boolean {
  if (first !== "owner") return false;
  return second === undefined || ((second === "kind" || second === "id") && deeper.length === 0);
}
