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
import { findRenamed } from "./find-renamed.ts";
import { keywordFindings } from "./keyword-findings.ts";
import { excludesAll, isMalformed, readKeywordValue, removeConsequences } from "./remove-consequences.ts";

// Explaining many errors costs steps too.
const stepsPerError = 64;

/** Turns schema errors into findings, one per root cause. `checkAgainstSchema` calls it. */
export function explainErrors(errors: readonly SchemaError[], input: ExplainInput): readonly AnyFinding[] {
  if (errors.length === 0) return [];
  const root: object = Object(input.schema);
  const keywords = keywordsBySchema.get(root) ?? new Map<string, Keyword>();
  keywordsBySchema.set(root, keywords);
  const explainMissing = createExplainMissing(input);
  const found = errors.flatMap((error) => {
    spend(input.meter, stepsPerError + error.instancePath.length);
    const keyword = keywords.get(error.schemaPath) ?? findKeyword(error, input.schema);
    keywords.set(error.schemaPath, keyword);
    return createFindings(error, keyword, input, explainMissing);
  });
  const findings = found.filter((finding) => !isBecauseOfCut(finding, input));
  return keepRootCauses(findRenamed(findings, input), input);
}

// These say something about an array or object as a whole.
const ofWhole = new Set(["field.value", "list.length", "object.size"]);

// What was cut off is not missing, and what was left is not the whole.
function isBecauseOfCut({ code, path }: AnyFinding, { whole }: ExplainInput): boolean {
  if (!whole) return false;
  return ofWhole.has(code)
    ? whole.wasCut(path)
    : code === "field.missing" && valueAt(whole.candidate, path) !== undefined;
}

/** A keyword of the schema: whether its schema describes a property, that schema, and its origin for an answer. */
interface Keyword {
  /** The path of that schema. */
  readonly at: readonly string[];
  readonly ofProperty: boolean;
  readonly schema: JsonObject;
  readonly rule: RuleOrigin;
}

// The same few keywords of a schema are violated again in a flood, and after every fix.
const keywordsBySchema = new WeakMap<object, Map<string, Keyword>>();

function findKeyword({ schemaPath, keyword }: SchemaError, root: JsonSchema): Keyword {
  const path = parsePointer(decodeURIComponent(schemaPath.slice(1))) ?? [];
  const schema = valueAt(root, path.slice(0, -1));
  return {
    at: path.slice(0, -1),
    // As in `properties/age/false schema`.
    ofProperty: ["properties", "patternProperties"].includes(path.at(-3) ?? ""),
    schema: isObject(schema) ? schema : {},
    rule: createOrigin(findWrittenPath(path, keyword, schema), schema),
  };
}

function createFindings(
  error: SchemaError,
  { at: schemaPath, ofProperty, schema, rule }: Keyword,
  input: ExplainInput,
  explainMissing: ExplainMissing,
): readonly AnyFinding[] {
  const { candidate, schema: root, meter, aliases, allowedAt } = input;
  // Errors on the name of a property are reported once, by `propertyNames` itself.
  if (error.propertyName !== undefined) return [];
  const path = parsePointer(error.instancePath) ?? [];
  // A keyword without an entry still makes the candidate invalid.
  const findingsFor = keywordFindings[error.keyword] ?? keywordFindings.not;
  const value = valueAt(candidate, path) ?? null;
  const isRefused = () => ofProperty || (isNeverAllowed(path, input) && isDeclared(path, input));
  const refusedName = () => (isRefused() ? path.at(-1) : undefined);
  const form = () => ({ root, pattern: toPattern(path, input), allowedAt, meter });
  const foldsIds = input.compareIds === "ascii-lower-separators";
  const violated = { params: error.params, value, path, refusedName, form, schema, root, meter, aliases, foldsIds };
  return (findingsFor?.(violated) ?? []).map(({ below = [], ...found }) => {
    const at = { path: [...path, ...below], severity: "error", rule, keyword: error.keyword } as const;
    const finding = { ...found, ...at } as AnyFinding;
    if (finding.code === "field.missing") return explainMissing(finding, { schema, path: schemaPath });
    return adjustFix(finding, value, input);
  });
}

// An optional property without a value says nothing. What belongs to the owner is theirs, however it is written.
function adjustFix(finding: AnyFinding, value: Json, input: ExplainInput): AnyFinding {
  const { path, code } = finding;
  const isEmpty = value === null && (code === "field.type" || code === "field.value") && isOptional(path, input);
  if (!isFixable(path) || input.isOwnerDecision(path)) return { ...finding, fix: undefined };
  return isEmpty ? { ...finding, fix: { kind: "remove" } } : finding;
}

// An entry of a map has a name that its author chose, so it is no optional property.
function isOptional(path: readonly string[], input: ExplainInput): boolean {
  const name = path.at(-1) ?? "";
  const schemas = lookUpSchemas(toPattern(path.slice(0, -1), input), input).map(({ schema }) => schema);
  return (
    schemas.some((schema) => Object.hasOwn(readMembers(schema, "properties"), name)) &&
    !schemas.some((schema) => readRequired(schema).includes(name))
  );
}

// A reference, or a part of `allOf`, leads from the schema of a property to the one with the keyword.
function isDeclared(path: readonly string[], input: ExplainInput): boolean {
  const declared = ["properties", path.at(-1)];
  return lookUpSchemas(toPattern(path, input), input).some(({ path: at }) =>
    declared.every((token, index) => token === at.at(index - 2)),
  );
}

// Whether a property has no value that is accepted. Under a condition, its other values may be.
function isNeverAllowed(path: readonly string[], input: ExplainInput): boolean {
  return lookUpSchemas(toPattern(path.slice(0, -1), input), input).some(({ schema: around }) => {
    const schemas = [around, ...Object.values(readMembers(around, "dependentSchemas")).map(toSchema)].map((each) =>
      toSchema(readMember(readMembers(each, "properties"), path.at(-1) ?? "")),
    );
    return schemas.some((schema) =>
      listAlwaysApplied(input.schema, { schema, path: [] }).some((part) => part.schema === false),
    );
  });
}

// The path of the keyword in the document: a schema `false` has none, and a keyword that the evaluator added belongs to the
// discriminated `oneOf`.
function findWrittenPath(schemaPath: readonly string[], keyword: string, schema: Json | undefined): readonly string[] {
  const around = schemaPath.slice(0, -1);
  if (!isObject(schema)) return around;
  return Object.hasOwn(schema, keyword) ? schemaPath : [...around, "oneOf"];
}

// A value of the wrong type, outside its closed list, where none is allowed, or empty violates other keywords too; those are
// not further mistakes.
function keepRootCauses(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const byPath = Map.groupBy(findings, (finding) => toPathKey(finding.path));
  return [...byPath.values()].flatMap((all) => {
    if (all.length === 1) return all;
    const decisive =
      all.find(({ code }) => code === "field.type") ??
      all.find(({ keyword }) => keyword === "enum" || keyword === "const") ??
      all.find((finding) => excludesAll(finding, input)) ??
      all.find(({ code, params }) => code === "field.length" && params.length === 0);
    // The name of a map entry may be wrong besides.
    if (decisive) return [decisive, ...removeDuplicates(all.filter(isAboutName))];
    return joinForms(removeDuplicates(removeConsequences(all, input)), input);
  });
}

// A string that has the wrong form and the wrong length was written once, so it is one mistake. What is wrong with an exact
// format comes first, then what the product team says, then what is wrong with another format.
function joinForms(here: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const pattern = here.find(({ code }) => code === "field.pattern");
  const format = here.find(({ code }) => code === "field.format");
  const length = here.find(({ code }) => code === "field.length");
  const isFirst = pattern?.params.text !== undefined && !(format && isMalformed(format, input));
  const kept = pattern && (isFirst || !format) ? pattern : format;
  const others = [pattern, format, length].filter((finding) => finding !== undefined && finding !== kept);
  if (!kept || others.length === 0) return here;
  const params = {
    ...pattern?.params,
    format: format && kept === pattern ? (readKeywordValue(format, input) ?? null) : undefined,
    longest: length?.params.max,
    shortest: length?.params.min,
    ...kept.params,
  };
  const fix = others.every((other) => other?.fix) ? kept.fix : undefined;
  const groupKey = `${kept.groupKey ?? ""} ${others.map((other) => other?.code).join()}`;
  const joined = { ...kept, fix, params, groupKey } as AnyFinding;
  return [joined, ...here.filter((finding) => finding !== kept && !others.includes(finding))];
}

const presenceCodes = new Set(["field.missing", "field.unknown"]);

// Two references may apply one schema to one value, and several keywords may report the same missing or unknown property:
// then the one that says most is kept, and of two that say as much, the one without a condition.
function removeDuplicates(here: readonly AnyFinding[]): readonly AnyFinding[] {
  const onPresence = here.filter(({ code }) => presenceCodes.has(code));
  const said = ["allowed", "only", "form"];
  const computeRank = ({ params }: AnyFinding) =>
    2 * (said.findIndex((name) => params[name] !== undefined) + 1 || said.length + 1) +
    (params.other === undefined ? 0 : 1);
  const [kept] = onPresence.toSorted((one, other) => computeRank(one) - computeRank(other));
  const others = here.filter(({ code }) => !presenceCodes.has(code));
  const byKeyword = new Map(others.map((finding) => [`${finding.code} ${finding.rule.at}`, finding]));
  return kept ? [kept, ...byKeyword.values()] : [...byKeyword.values()];
}
