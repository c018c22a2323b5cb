import { diagnosticCatalogue, type Needs } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";

/** Who can act. Only a person can say who the owner is, so a missing owner must not be made up either. */
export function needsOf(finding: AnyFinding): Needs {
  const { needs } = diagnosticCatalogue[finding.code];
  return needs === "edit" && isAboutOwner(finding) ? "owner-decision" : needs;
}

function isAboutOwner({ code, path, correctedPath = path, params, besideAbsent = false }: AnyFinding): boolean {
  const named = code === "field.misspelled" ? [...correctedPath.slice(0, -1), String(params.expected)] : correctedPath;
  const [first, second, ...deeper] = named;
  if (first !== "owner") return false;
  const isFact = second === undefined || ((second === "kind" || second === "id") && deeper.length === 0);
  // What is unknown in an owner without an id or a kind may be that fact under another name.
  return isFact || besideAbsent;
}
