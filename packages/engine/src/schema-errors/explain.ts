import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import { isObject, member } from "../json/json.ts";
import { parsePointer, pointerOf, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import type { SchemaError } from "../schema/schema-evaluator.ts";
import { findRenamed } from "./find-renamed.ts";
import { keywordFindings } from "./keyword-findings.ts";

/** What the errors of the evaluator speak of. */
export interface ExplainInput {
  readonly candidate: Json;
  readonly schema: JsonSchema;
  readonly meter: Meter;
  /** Whether the candidate has its members under other names than were submitted. */
  readonly isRenamed: boolean;
  suggest(text: string): string | undefined;
}

// A flood of errors is work, too.
const stepsPerError = 64;

/** The errors of the evaluator in our words, one for each root cause. */
export function explain(errors: readonly SchemaError[], reading: ExplainInput): readonly AnyFinding[] {
  if (errors.length === 0) return [];
  const keywords = keywordsOf(reading.schema);
  const findings = errors.flatMap((error) => {
    spend(reading.meter, stepsPerError + error.instancePath.length);
    const keyword = keywords.get(error.schemaPath) ?? keywordOf(error, reading.schema);
    keywords.set(error.schemaPath, keyword);
    return findingsOf(error, keyword, reading);
  });
  return onePerRootCause(findRenamed(findings, reading));
}

/** A keyword of the schema: its place, what stands around it, and what it is called in an answer. */
interface Keyword {
  readonly ofMember: boolean;
  readonly schema: JsonObject;
  readonly rule: RuleOrigin;
}

// In a flood, and after every fix, the same few keywords of a schema are broken again.
const keywordsBySchema = new WeakMap<object, Map<string, Keyword>>();

function keywordsOf(schema: JsonSchema): Map<string, Keyword> {
  const root = Object(schema) as object;
  const keywords = keywordsBySchema.get(root) ?? new Map<string, Keyword>();
  keywordsBySchema.set(root, keywords);
  return keywords;
}

function keywordOf({ schemaPath, keyword }: SchemaError, root: JsonSchema): Keyword {
  const path = parsePointer(decodeURIComponent(schemaPath.slice(1))) ?? [];
  const schema = valueAt(root as Json, path.slice(0, -1));
  return {
    ofMember: describesProperty(path),
    schema: isObject(schema) ? schema : {},
    rule: originOf(writtenAt(path, keyword, schema), schema),
  };
}

function findingsOf(
  error: SchemaError,
  { ofMember, schema, rule }: Keyword,
  { candidate, schema: root, meter, suggest: meant }: ExplainInput,
): readonly AnyFinding[] {
  // Errors on a member's name are reported once, by `propertyNames` itself.
  if (error.propertyName !== undefined) return [];
  const path = parsePointer(error.instancePath) ?? [];
  // A keyword without words of its own still makes the candidate invalid.
  const say = keywordFindings[error.keyword] ?? keywordFindings.not;
  const name = ofMember ? path.at(-1) : undefined;
  const value = valueAt(candidate, path) ?? null;
  return (say?.({ params: error.params, value, name, schema, root, meter, suggest: meant }) ?? []).map((said) => {
    const { below = [], relatedBelow, code, message, params, groupKey } = said;
    const finding = { code, message, severity: "error", path: [...path, ...below], params, rule } as AnyFinding;
    if (!relatedBelow) return groupKey === undefined ? finding : { ...finding, groupKey };
    const related = { path: [...path, ...relatedBelow], message: "First used here." };
    return { ...finding, ...(groupKey === undefined ? {} : { groupKey }), related };
  });
}

// `properties/age/false schema`: the schema of a member.
function describesProperty(schemaTokens: readonly string[]): boolean {
  return ["properties", "patternProperties"].includes(schemaTokens.at(-3) ?? "");
}

// Where the document says it: `false` has no keywords, and what the evaluator adds to a discriminated `oneOf` is that.
function writtenAt(schemaTokens: readonly string[], keyword: string, schema: Json | undefined): readonly string[] {
  const around = schemaTokens.slice(0, -1);
  if (!isObject(schema)) return around;
  return Object.hasOwn(schema, keyword) ? schemaTokens : [...around, "oneOf"];
}

function originOf(schemaTokens: readonly string[], schema: Json | undefined): RuleOrigin {
  const why = isObject(schema) ? member(schema, "description") : undefined;
  const at = pointerOf(["candidateSchema", ...schemaTokens]);
  return typeof why === "string" ? { id: "candidate-schema", at, why } : { id: "candidate-schema", at };
}

// A value of the wrong type, outside its closed list, or empty breaks other keywords too; those are not further mistakes.
function onePerRootCause(findings: readonly AnyFinding[]): readonly AnyFinding[] {
  const byPlace = Map.groupBy(findings, (finding) => pointerOf(finding.path));
  return [...byPlace.values()].flatMap((here) => {
    if (here.length === 1) return here;
    const decisive = here.find(({ code }) => code === "field.type") ?? here.find(({ code }) => code === "field.value");
    if (decisive) return [decisive];
    const empty = here.find(({ code, params }) => code === "field.length" && params.length === 0);
    return empty ? [empty] : eachOnce(here);
  });
}

const isThereOrNot = new Set(["field.missing", "field.unknown"]);

// Two references may apply one schema to one value; and a member is missing, or unknown, once, whoever says so.
function eachOnce(here: readonly AnyFinding[]): readonly AnyFinding[] {
  const saidOfMember = here.filter(({ code }) => isThereOrNot.has(code));
  // What is required whatever else is there, or which members are known, says most; with values it says more.
  const [withValues, plain] = ["values", "default"].map((kind) => saidOfMember.find(({ message }) => message === kind));
  const most = withValues ?? plain ?? saidOfMember[0];
  const others = here.filter(({ code }) => !isThereOrNot.has(code));
  const byKeyword = new Map(others.map((finding) => [`${finding.code} ${finding.rule.at}`, finding]));
  return most ? [most, ...byKeyword.values()] : [...byKeyword.values()];
}
