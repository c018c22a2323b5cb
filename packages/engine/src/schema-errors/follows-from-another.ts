import type { Json, JsonSchema } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, jsonType, member } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { compilePattern, isTooLong } from "../schema/pattern.ts";
import { asSchema, refTarget } from "../schema/subschemas.ts";
import type { ExplainInput } from "./explain-input.ts";

/** Leaves out what is met as soon as the other findings on the same value are corrected. */
export function withoutFollowing(here: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const unions = here.filter(isUnion);
  const malformed = here.find(isMalformed);
  const isUntried = here.some(({ code }) => code === "field.length") && isLong(here, input);
  const saysLength = malformed !== undefined || (!isUntried && here.some(hasExactPattern));
  // A value that changes for another reason is no longer the one that is excluded.
  const hasToChange = here.some((finding) => isOnValue(finding) && !excludesValues(finding, input));
  return here.filter((finding) => {
    if (!isOnValue(finding) || isUnion(finding)) return true;
    if (hasToChange && excludesValues(finding, input)) return false;
    if (isUntried && isForm(finding) && finding !== malformed) return false;
    if (saysLength && finding.code === "field.length") return false;
    if (malformed && finding.code === "field.pattern" && repeatsFormat(finding, malformed, input)) return false;
    return !unions.some((union) => isInEveryForm(finding, union, input));
  });
}

/** Whether nothing at all is allowed where the value is. */
export function excludesAll(finding: AnyFinding, input: ExplainInput): boolean {
  if (!isExcluded(finding)) return false;
  const excluded = keywordOf(finding, input).value;
  return typeof excluded === "boolean" || (isObject(excluded) && Object.keys(excluded).length === 0);
}

function excludesValues(finding: AnyFinding, input: ExplainInput): boolean {
  return isExcluded(finding) && listsValues(asSchema(keywordOf(finding, input).value));
}

function isOnValue({ code }: AnyFinding): boolean {
  return code !== "field.unknown" && code !== "field.missing";
}

function isExcluded({ code, message }: AnyFinding): boolean {
  return code === "field.value" && message === "excluded";
}

function isUnion({ code, message }: AnyFinding): boolean {
  return code === "field.value" && (message === "noForm" || message === "noneOfForms");
}

// A string in one of these formats has the length and the characters of the format, here in its variants.
const exactFormats: { readonly [format: string]: readonly string[] } = {
  date: ["1985-04-12", "2024-02-29"],
  "date-time": ["1985-04-12T23:20:50.52Z", "2024-02-29T16:39:57-08:00"],
  time: ["23:20:50.52Z", "16:39:57-08:00"],
  uuid: ["c232ab00-9414-11ec-b3c8-9f6bdeced846", "919108F7-52D1-4320-9BAC-F847DB4148A8"],
  ipv4: ["192.0.2.1", "10.255.0.99"],
  ipv6: ["2001:db8::1", "FE80:0:0:0:0:0:0:1"],
};

/** Whether a string is not in a format that says what it looks like. */
export function isMalformed({ code, params }: AnyFinding): boolean {
  return code === "field.format" && Object.hasOwn(exactFormats, String(params.format));
}

// Patterns and formats refuse such a string without trying it, so it may have the right form.
function isLong([first]: readonly AnyFinding[], { candidate }: ExplainInput): boolean {
  const value = first && valueAt(candidate, first.path);
  return typeof value === "string" && isTooLong(value);
}

function isForm({ code }: AnyFinding): boolean {
  return code === "field.pattern" || code === "field.format";
}

// Generators write the pattern that they use for a format beside it.
function repeatsFormat({ params }: AnyFinding, malformed: AnyFinding, { meter }: ExplainInput): boolean {
  const pattern = compilePattern(String(params.pattern), (steps) => spend(meter, steps));
  return exactFormats[String(malformed.params.format)]?.every((text) => pattern.test(text)) ?? false;
}

// A pattern for the whole string in which nothing is optional says how long it is, too.
function hasExactPattern({ code, params }: AnyFinding): boolean {
  return code === "field.pattern" && /^\^(?:[^*+?|{]|\{\d+\})*\$$/.test(String(params.pattern));
}

// Whether a value in any of the forms that an `anyOf` allows meets the keyword too.
function isInEveryForm(finding: AnyFinding, union: AnyFinding, input: ExplainInput): boolean {
  const { schema: root, candidate, meter } = input;
  const { name, value: limit } = keywordOf(finding, input);
  const branches = [keywordOf(union, input).value ?? []].flat().map((branch) => {
    const schema = asSchema(branch);
    return refTarget(root, schema)?.schema ?? schema;
  });
  spend(meter, branches.length);
  const type = jsonType(valueAt(candidate, finding.path) ?? null);
  return branches.every(
    (branch) =>
      listsValues(branch) ||
      !acceptedTypes(root, branch).has(type) ||
      (isObject(branch) && isAsStrict(name, member(branch, name), limit)),
  );
}

function isAsStrict(keyword: string, inner: Json | undefined, outer: Json | undefined): boolean {
  if (typeof inner !== "number" || typeof outer !== "number" || keyword === "multipleOf") return inner === outer;
  return /min/i.test(keyword) ? inner >= outer : inner <= outer;
}

function listsValues(schema: JsonSchema): boolean {
  return isObject(schema) && (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const"));
}

// The violated keyword, as it is in the schema.
function keywordOf({ rule }: AnyFinding, { schema }: ExplainInput) {
  const [, ...path] = parsePointer(rule.at) ?? [];
  return { name: path.at(-1) ?? "", value: valueAt(schema, path) };
}
