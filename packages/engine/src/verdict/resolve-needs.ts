import { diagnosticMessages, type Needs } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";

/** Decides who can resolve a finding. Only the owner can provide anything in `owner`, so that no agent invents an owner. */
export function resolveNeeds(finding: AnyFinding, isFixed = false): Needs {
  const { code, message, rule, path, correctedPath = path } = finding;
  const entry: { readonly needs: Needs; readonly needsByMessage?: { readonly [variant: string]: Needs } } =
    diagnosticMessages[code];
  const needs = entry.needsByMessage?.[message] ?? entry.needs;
  if (needs === "product-team") return needs;
  const isForOwner = [finding.needs, needs, rule.needs].includes("owner-decision") || correctedPath[0] === "owner";
  if (isForOwner) return "owner-decision";
  return isFixed ? "edit" : (rule.needs ?? needs);
}
