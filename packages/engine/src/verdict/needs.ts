import { askFor, type DiagnosticMessages, diagnosticMessages, type Needs } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { saysNothing } from "../json/conversions.ts";

/**
 * Who can act. Only a person can say who the owner is, so a missing owner must not be made up either. With `isFixed` a fix
 * gives what its reader would have been asked for.
 */
export function needsOf(finding: AnyFinding, isFixed = false): Needs {
  const { needs, needsOf: exceptions = {} }: DiagnosticMessages = diagnosticMessages[finding.code];
  const own = isUnfilled(finding) ? "ask" : (exceptions[finding.message] ?? needs);
  if (own === "product-team" || own === "owner-decision") return own;
  if (isAboutOwner(finding)) return "owner-decision";
  return finding.needs ?? finding.rule.needs ?? (own === "ask" && isFixed && !asksItself(finding) ? "edit" : own);
}

/** What a message says last if the right value is a fact that its reader may not know. */
export function askOf(finding: AnyFinding, isFixed: boolean): string | undefined {
  const needs = needsOf(finding, isFixed);
  if (needs === "owner-decision") return isAboutOwner(finding) ? askFor.owner : askFor.decision;
  return needs === "ask" && !asksItself(finding) ? askFor.told : undefined;
}

// Where nothing says what is right, "TBD" leaves a value as unknown as null does.
function isUnfilled({ code, params: { actual, allowed, didYouMean } }: AnyFinding): boolean {
  return code.startsWith("field.") && saysNothing(actual) && allowed === undefined && didYouMean === undefined;
}

// Everything in an owner is a fact about a person, under whatever name.
function isAboutOwner({ code, path, correctedPath = path, params }: AnyFinding): boolean {
  const named = code === "field.misspelled" ? [...correctedPath.slice(0, -1), String(params.expected)] : correctedPath;
  return named[0] === "owner";
}

// Both are our own words.
function asksItself({ code, message, params }: AnyFinding): boolean {
  const { messages }: DiagnosticMessages = diagnosticMessages[code];
  return /\bask\b/i.test(`${messages[message]} ${params.defect ?? ""}`);
}
