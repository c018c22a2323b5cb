import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { isTooLong } from "../schema/pattern.ts";
import type { ExplainInput } from "./explain-input.ts";

/** Leaves out what is met as soon as the other findings on the same value are corrected. */
export function removeConsequences(here: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  // A value that changes for another reason is no longer the one that is excluded.
  const hasToChange = here.some((finding) => isOnValue(finding) && !excludesValues(finding, input));
  // Patterns and formats refuse a very long string without trying it, so it may have the right form.
  const isUnchecked = here.some(({ code }) => code === "field.length") && isLong(here, input);
  return here.filter(
    (finding) =>
      !(hasToChange && excludesValues(finding, input)) &&
      !(isUnchecked && isForm(finding) && !isMalformed(finding, input)),
  );
}

/** Whether nothing at all is allowed where the value is. */
export function excludesAll(finding: AnyFinding, input: ExplainInput): boolean {
  if (!isExcluded(finding)) return false;
  const excluded = readKeywordValue(finding, input);
  return typeof excluded === "boolean" || (isObject(excluded) && Object.keys(excluded).length === 0);
}

// A string in one of these formats has the length of the format.
const exactFormats: ReadonlySet<Json | undefined> = new Set(["date", "date-time", "time", "uuid", "ipv4", "ipv6"]);

/** Whether a string is not in a format that says what it looks like. */
export function isMalformed(finding: AnyFinding, input: ExplainInput): boolean {
  return finding.code === "field.format" && exactFormats.has(readKeywordValue(finding, input));
}

/** The violated keyword, as it is in the schema. */
export function readKeywordValue({ rule }: AnyFinding, { schema }: ExplainInput): Json | undefined {
  return valueAt(schema, (parsePointer(rule.at) ?? []).slice(1));
}

function excludesValues(finding: AnyFinding, input: ExplainInput): boolean {
  const excluded = isExcluded(finding) ? readKeywordValue(finding, input) : undefined;
  return isObject(excluded) && (Object.hasOwn(excluded, "enum") || Object.hasOwn(excluded, "const"));
}

function isOnValue({ code }: AnyFinding): boolean {
  return code !== "field.unknown" && code !== "field.missing";
}

function isExcluded({ code, keyword = "" }: AnyFinding): boolean {
  return code === "field.value" && (keyword === "not" || keyword === "false schema");
}

function isLong([first]: readonly AnyFinding[], { candidate }: ExplainInput): boolean {
  const value = first && valueAt(candidate, first.path);
  return typeof value === "string" && isTooLong(value);
}

function isForm({ code }: AnyFinding): boolean {
  return code === "field.pattern" || code === "field.format";
}
