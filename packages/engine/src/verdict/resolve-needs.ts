import { diagnosticMessages, type Needs } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";

/** Decides who can resolve a finding. Only the owner can provide anything in `owner`, so that no agent invents an owner. */
export function resolveNeeds(finding: AnyFinding, isFixed = false): Needs {
  const { code, needs = diagnosticMessages[code].needs, rule, path, correctedPath = path } = finding;
  if (needs === "product-team" || needs === "owner-decision") return needs;
  if (correctedPath[0] === "owner") return "owner-decision";
  return rule.needs === "owner-decision" ? rule.needs : isFixed ? "edit" : (rule.needs ?? needs);
}
