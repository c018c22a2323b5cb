import { askFor, diagnosticMessages, type Needs } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";

/** Who can act. Only a person can say who the owner is, so a missing owner must not be made up either. */
export function needsOf(finding: AnyFinding): Needs {
  const { needs } = diagnosticMessages[finding.code];
  if (needs !== "edit") return needs;
  return isAboutOwner(finding) ? "owner-decision" : (finding.needs ?? finding.rule.needs ?? needs);
}

/** What a message says last if the right value is a fact that its reader may not know. */
export function askOf(finding: AnyFinding): string | undefined {
  if (needsOf(finding) === "owner-decision") return isAboutOwner(finding) ? askFor.owner : askFor.decision;
  return isLeftToAuthor(finding) ? askFor.told : undefined;
}

// Everything in an owner is a fact about a person, under whatever name.
function isAboutOwner({ code, path, correctedPath = path, params }: AnyFinding): boolean {
  const named = code === "field.misspelled" ? [...correctedPath.slice(0, -1), String(params.expected)] : correctedPath;
  return named[0] === "owner";
}

// A single allowed value leaves nothing open, and neither does one that is suggested.
function isLeftToAuthor({ code, message, params }: AnyFinding): boolean {
  if (code === "field.value") return message === "default" && [params.allowed ?? []].flat().length > 1;
  if (code === "sample.value-type") return message === "noValue";
  return (
    code === "sample.field-missing" || (code === "field.missing" && message !== "only" && message !== "becauseOnly")
  );
}
