import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { isTooLong } from "../schema/pattern.ts";
import type { ExplainInput } from "./explain-input.ts";

/** Removes the findings that will disappear once the other findings on the same value are resolved. */
export function removeConsequences(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  // If the value has to change for another reason, it will no longer be the excluded value.
  const hasToChange = findings.some((finding) => isAboutValue(finding) && !excludesValues(finding, input));
  // A very long string fails patterns and formats without being tested, so its form might be valid.
  const isFormUntested = findings.some(({ code }) => code === "field.length") && isLong(findings, input);
  return findings.filter(
    (finding) =>
      !(hasToChange && excludesValues(finding, input)) &&
      !(isFormUntested && isAboutForm(finding) && !isMalformed(finding, input)),
  );
}

/** Whether the violated keyword excludes every value. */
export function excludesAll(finding: AnyFinding, input: ExplainInput): boolean {
  if (!isExcluded(finding)) return false;
  const excluded = readKeywordValue(finding, input);
  return typeof excluded === "boolean" || (isObject(excluded) && Object.keys(excluded).length === 0);
}

// Strings in these formats are short, so a very long string is malformed even if its format has not been tested.
const exactFormats: ReadonlySet<Json | undefined> = new Set(["date", "date-time", "time", "uuid", "ipv4", "ipv6"]);

/** Whether a string violates one of the exact formats. */
export function isMalformed(finding: AnyFinding, input: ExplainInput): boolean {
  return finding.code === "field.format" && exactFormats.has(readKeywordValue(finding, input));
}

/** Reads the value of the violated keyword in the schema. */
export function readKeywordValue({ rule }: AnyFinding, { schema }: ExplainInput): Json | undefined {
  return valueAt(schema, (parsePointer(rule.at) ?? []).slice(1));
}

function excludesValues(finding: AnyFinding, input: ExplainInput): boolean {
  const excluded = isExcluded(finding) ? readKeywordValue(finding, input) : undefined;
  return isObject(excluded) && (Object.hasOwn(excluded, "enum") || Object.hasOwn(excluded, "const"));
}

function isAboutValue({ code }: AnyFinding): boolean {
  return code !== "field.unknown" && code !== "field.missing";
}

function isExcluded({ code, keyword = "" }: AnyFinding): boolean {
  return code === "field.value" && (keyword === "not" || keyword === "false schema");
}

function isLong([first]: readonly AnyFinding[], { candidate }: ExplainInput): boolean {
  const value = first && valueAt(candidate, first.path);
  return typeof value === "string" && isTooLong(value);
}

function isAboutForm({ code }: AnyFinding): boolean {
  return code === "field.pattern" || code === "field.format";
}
