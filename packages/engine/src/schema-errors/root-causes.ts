import type { Json } from "@assay/contract";
import { type AnyFinding, isAboutName } from "../findings/finding.ts";
import { isObject } from "../json/json.ts";
import { isTooLong } from "../schema/pattern.ts";

/**
 * Keeps one finding for each root cause among the findings on one value. A value that has the wrong type, is not one of the
 * allowed values, is not allowed at all, or is empty often violates other keywords too, which are not separate mistakes.
 */
export function keepRootCauses(all: readonly AnyFinding[], value: Json | undefined): readonly AnyFinding[] {
  if (all.length < 2) return all;
  const rootCause =
    all.find(({ code }) => code === "field.type") ??
    all.find((finding) => isListed(finding) && !isFromRule(finding)) ??
    all.find(isListed) ??
    all.find(excludesAll) ??
    all.find(({ code, params }) => code === "field.length" && params.length === 0);
  if (rootCause) return [rootCause, ...removeDuplicates(all.filter((finding) => isSeparate(finding, rootCause)))];
  return mergeFormFindings(removeDuplicates(removeConsequences(all, value)));
}

// An error in the name of a map entry is a separate mistake. If only rules refuse a value, each of them reports it, because
// their lists can differ, and so is a repetition of it.
function isSeparate(finding: AnyFinding, rootCause: AnyFinding): boolean {
  const isSeparateFromRule = finding !== rootCause && (isFromRule(finding) || finding.code === "list.duplicate");
  return isAboutName(finding) || (isSeparateFromRule && isFromRule(rootCause));
}

function isListed({ keyword }: AnyFinding): boolean {
  return keyword === "enum" || keyword === "const";
}

function isFromRule({ rule }: AnyFinding): boolean {
  return rule.at.startsWith("/rules/");
}

// Removes the findings that will disappear once the other findings on the same value are resolved.
function removeConsequences(findings: readonly AnyFinding[], value: Json | undefined): readonly AnyFinding[] {
  // If the value has to change for another reason, it will no longer be the excluded value.
  const hasToChange = findings.some((finding) => !presenceCodes.has(finding.code) && !excludesValues(finding));
  // A very long string fails patterns and formats without being tested, so its form might be valid.
  const isFormUntested =
    typeof value === "string" && isTooLong(value) && findings.some(({ code }) => code === "field.length");
  return findings.filter(
    (finding) =>
      !(hasToChange && excludesValues(finding)) && !(isFormUntested && isAboutForm(finding) && !isMalformed(finding)),
  );
}

// Whether the violated keyword excludes every value.
function excludesAll(finding: AnyFinding): boolean {
  const { bound = null } = finding;
  return isExcluded(finding) && (typeof bound === "boolean" || (isObject(bound) && Object.keys(bound).length === 0));
}

function excludesValues(finding: AnyFinding): boolean {
  const { bound = null } = finding;
  return isExcluded(finding) && isObject(bound) && (Object.hasOwn(bound, "enum") || Object.hasOwn(bound, "const"));
}

function isExcluded({ code, keyword }: AnyFinding): boolean {
  return code === "field.value" && (keyword === "not" || keyword === "false");
}

// Strings in these formats are short, so a very long string is malformed even if its format has not been tested.
const exactFormats: ReadonlySet<Json | undefined> = new Set(["date", "date-time", "time", "uuid", "ipv4", "ipv6"]);

function isMalformed({ code, bound }: AnyFinding): boolean {
  return code === "field.format" && exactFormats.has(bound);
}

function isAboutForm({ code }: AnyFinding): boolean {
  return code === "field.pattern" || code === "field.format";
}

// A string whose form and length are both invalid is one mistake, so its findings are merged. In order of preference,
// the result is about an exact format, a pattern with a message from the product team, another format or pattern.
function mergeFormFindings(findings: readonly AnyFinding[]): readonly AnyFinding[] {
  const pattern = findings.find(({ code }) => code === "field.pattern");
  const format = findings.find(({ code }) => code === "field.format");
  const length = findings.find(({ code }) => code === "field.length");
  const isPatternFirst = pattern?.params.text !== undefined && !(format && isMalformed(format));
  const kept = pattern && (isPatternFirst || !format) ? pattern : format;
  const others = [pattern, format, length].filter((finding) => finding !== undefined && finding !== kept);
  if (!kept || others.length === 0) return findings;
  const params = {
    ...pattern?.params,
    format: format && kept === pattern ? (format.bound ?? null) : undefined,
    longest: length?.params.max,
    shortest: length?.params.min,
    ...kept.params,
  };
  const groupKey = `${kept.groupKey ?? ""} ${others.map((other) => other?.code).join()}`;
  const merged = { ...kept, params, groupKey } as AnyFinding;
  return [merged, ...findings.filter((finding) => finding !== kept && !others.includes(finding))];
}

const presenceCodes = new Set(["field.missing", "field.unknown"]);

// Two references can apply the same part to one value, and several keywords can report the same missing or unknown
// property. The most informative finding is kept. Among equally informative findings, an unconditional finding wins.
function removeDuplicates(findings: readonly AnyFinding[]): readonly AnyFinding[] {
  const presenceFindings = findings.filter(({ code }) => presenceCodes.has(code));
  const informative = ["allowed", "only", "form"];
  const computeRank = ({ params }: AnyFinding) =>
    2 * (informative.findIndex((name) => params[name] !== undefined) + 1 || informative.length + 1) +
    (params.other === undefined ? 0 : 1);
  const [kept] = presenceFindings.toSorted((a, b) => computeRank(a) - computeRank(b));
  const others = findings.filter(({ code }) => !presenceCodes.has(code));
  const byKeyword = new Map(others.map((finding) => [`${finding.code} ${finding.rule.at}`, finding]));
  return kept ? [kept, ...byKeyword.values()] : [...byKeyword.values()];
}
