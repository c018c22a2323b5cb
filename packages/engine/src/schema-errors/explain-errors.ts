import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { type AnyFinding, isAboutName, isFixable, type RuleOrigin } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { parsePointer, toPathKey, valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { listAlwaysApplied } from "../schema/find-schemas.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import { readMembers, readRequired, toSchema } from "../schema/subschemas.ts";
import { createOrigin, type ExplainInput, lookUpSchemas, toPattern } from "./explain-input.ts";
import { createExplainMissing, type ExplainMissing } from "./explain-missing.ts";
import { keywordFindings } from "./keyword-findings.ts";
import { mergeMisspelled } from "./merge-misspelled.ts";
import { excludesAll, isMalformed, readKeywordValue, removeConsequences } from "./remove-consequences.ts";

// Explaining an error costs steps, just like finding it.
const stepsPerError = 64;

/** Turns schema errors into findings, one per root cause. */
export function explainErrors(errors: readonly SchemaError[], input: ExplainInput): readonly AnyFinding[] {
  if (errors.length === 0) return [];
  const root: object = Object(input.schema);
  const keywords = keywordsBySchema.get(root) ?? new Map<string, Keyword>();
  keywordsBySchema.set(root, keywords);
  const explainMissing = createExplainMissing(input);
  const explained = errors.flatMap((error) => {
    spend(input.meter, stepsPerError + error.instancePath.length);
    const keyword = keywords.get(error.schemaPath) ?? findKeyword(error, input.schema);
    keywords.set(error.schemaPath, keyword);
    return createFindings(error, keyword, input, explainMissing);
  });
  const findings = explained.filter((finding) => !isCausedByCut(finding, input));
  return keepRootCauses(mergeMisspelled(findings, input), input);
}

// Findings with these codes can be about an array or object as a whole.
const wholeValueCodes = new Set(["field.value", "list.length", "object.size"]);

// Whether a finding exists only because the candidate was cut: its array or object is shorter, or its property is gone.
function isCausedByCut({ code, path }: AnyFinding, { uncut }: ExplainInput): boolean {
  if (!uncut) return false;
  return wholeValueCodes.has(code)
    ? uncut.wasCut(path)
    : code === "field.missing" && valueAt(uncut.candidate, path) !== undefined;
}

/** A keyword in the candidate schema, and the schema that contains it. */
interface Keyword {
  readonly schema: JsonObject;
  readonly schemaPath: readonly string[];
  /** Whether `properties` or `patternProperties` contains the schema. */
  readonly isPropertySchema: boolean;
  readonly rule: RuleOrigin;
}

// A cache, because an invalid candidate often violates the same few keywords many times, and again after each fix.
const keywordsBySchema = new WeakMap<object, Map<string, Keyword>>();

function findKeyword({ schemaPath, keyword }: SchemaError, root: JsonSchema): Keyword {
  const path = parsePointer(decodeURIComponent(schemaPath.slice(1))) ?? [];
  const schema = valueAt(root, path.slice(0, -1));
  return {
    schemaPath: path.slice(0, -1),
    // The path ends like `properties/age/type`.
    isPropertySchema: ["properties", "patternProperties"].includes(path.at(-3) ?? ""),
    schema: isObject(schema) ? schema : {},
    rule: createOrigin(findSourcePath(path, keyword, schema), schema),
  };
}

function createFindings(
  error: SchemaError,
  { schemaPath, isPropertySchema, schema, rule }: Keyword,
  input: ExplainInput,
  explainMissing: ExplainMissing,
): readonly AnyFinding[] {
  const { candidate, schema: root, meter, aliases, allowedAt } = input;
  // The error of `propertyNames` itself already reports that the property name is invalid.
  if (error.propertyName !== undefined) return [];
  const path = parsePointer(error.instancePath) ?? [];
  // A keyword without an entry is reported like `not`, so that the candidate is not accepted.
  const explainKeyword = keywordFindings[error.keyword] ?? keywordFindings.not;
  const value = valueAt(candidate, path) ?? null;
  const isForbidden = () => isPropertySchema || (isNeverAllowed(path, input) && isDeclared(path, input));
  const readForbiddenName = () => (isForbidden() ? path.at(-1) : undefined);
  const createFormInput = () => ({ root, pattern: toPattern(path, input), allowedAt, meter });
  const foldsIds = input.compareIds === "ascii-lower-separators";
  const keywordInput = { params: error.params, value, path, schema, root, meter, aliases, foldsIds };
  const explained = explainKeyword?.({ ...keywordInput, readForbiddenName, createFormInput }) ?? [];
  return explained.map(({ subpath = [], ...parts }) => {
    const origin = { path: [...path, ...subpath], severity: "error", rule, keyword: error.keyword } as const;
    const finding = { ...parts, ...origin } as AnyFinding;
    if (finding.code === "field.missing") return explainMissing(finding, { schema, path: schemaPath });
    return adjustFix(finding, value, input);
  });
}

// An optional null property can be removed without loss. A value that only the owner can decide never gets a fix.
function adjustFix(finding: AnyFinding, value: Json, input: ExplainInput): AnyFinding {
  const { path, code } = finding;
  const isEmpty = value === null && (code === "field.type" || code === "field.value") && isOptional(path, input);
  if (!isFixable(path) || input.isOwnerDecision(path)) return { ...finding, fix: undefined };
  return isEmpty ? { ...finding, fix: { kind: "remove" } } : finding;
}

// An entry of a map is not an optional property, because the author chose its name.
function isOptional(path: readonly string[], input: ExplainInput): boolean {
  const name = path.at(-1) ?? "";
  const schemas = lookUpSchemas(toPattern(path.slice(0, -1), input), input).map(({ schema }) => schema);
  return (
    schemas.some((schema) => Object.hasOwn(readMembers(schema, "properties"), name)) &&
    !schemas.some((schema) => readRequired(schema).includes(name))
  );
}

// Whether `properties` declares the property. The keyword itself can be behind a `$ref` or in an `allOf`.
function isDeclared(path: readonly string[], input: ExplainInput): boolean {
  const declared = ["properties", path.at(-1)];
  return lookUpSchemas(toPattern(path, input), input).some(({ path: schemaPath }) =>
    declared.every((token, index) => token === schemaPath.at(index - 2)),
  );
}

// Whether the schema accepts no value at all for a property. A conditional `false` excludes only some values.
function isNeverAllowed(path: readonly string[], input: ExplainInput): boolean {
  return lookUpSchemas(toPattern(path.slice(0, -1), input), input).some(({ schema: parent }) => {
    const schemas = [parent, ...Object.values(readMembers(parent, "dependentSchemas")).map(toSchema)].map((each) =>
      toSchema(readMember(readMembers(each, "properties"), path.at(-1) ?? "")),
    );
    return schemas.some((schema) =>
      listAlwaysApplied(input.schema, { schema, path: [] }).some((part) => part.schema === false),
    );
  });
}

// The path of the keyword in the spec package. A `false` schema contains no keyword, and a keyword that only the
// evaluator knows comes from a `oneOf` with a discriminator.
function findSourcePath(schemaPath: readonly string[], keyword: string, schema: Json | undefined): readonly string[] {
  const parentPath = schemaPath.slice(0, -1);
  if (!isObject(schema)) return parentPath;
  return Object.hasOwn(schema, keyword) ? schemaPath : [...parentPath, "oneOf"];
}

// A value that has the wrong type, is not one of the allowed values, is not allowed at all, or is empty often violates
// other keywords too. Those violations are not separate mistakes.
function keepRootCauses(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const byPath = Map.groupBy(findings, (finding) => toPathKey(finding.path));
  return [...byPath.values()].flatMap((all) => {
    if (all.length === 1) return all;
    const rootCause =
      all.find(({ code }) => code === "field.type") ??
      all.find(({ keyword }) => keyword === "enum" || keyword === "const") ??
      all.find((finding) => excludesAll(finding, input)) ??
      all.find(({ code, params }) => code === "field.length" && params.length === 0);
    // An error in the name of a map entry is a separate mistake.
    if (rootCause) return [rootCause, ...removeDuplicates(all.filter(isAboutName))];
    return mergeFormFindings(removeDuplicates(removeConsequences(all, input)), input);
  });
}

// A string whose form and length are both invalid is one mistake, so its findings are merged. In order of preference,
// the result is about an exact format, a pattern with a message from the product team, another format or pattern.
function mergeFormFindings(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const pattern = findings.find(({ code }) => code === "field.pattern");
  const format = findings.find(({ code }) => code === "field.format");
  const length = findings.find(({ code }) => code === "field.length");
  const isPatternFirst = pattern?.params.text !== undefined && !(format && isMalformed(format, input));
  const kept = pattern && (isPatternFirst || !format) ? pattern : format;
  const others = [pattern, format, length].filter((finding) => finding !== undefined && finding !== kept);
  if (!kept || others.length === 0) return findings;
  const params = {
    ...pattern?.params,
    format: format && kept === pattern ? (readKeywordValue(format, input) ?? null) : undefined,
    longest: length?.params.max,
    shortest: length?.params.min,
    ...kept.params,
  };
  const fix = others.every((other) => other?.fix) ? kept.fix : undefined;
  const groupKey = `${kept.groupKey ?? ""} ${others.map((other) => other?.code).join()}`;
  const merged = { ...kept, fix, params, groupKey } as AnyFinding;
  return [merged, ...findings.filter((finding) => finding !== kept && !others.includes(finding))];
}

const presenceCodes = new Set(["field.missing", "field.unknown"]);

// Two references can apply the same schema to one value, and several keywords can report the same missing or unknown
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
