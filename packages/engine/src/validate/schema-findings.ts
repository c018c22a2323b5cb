import type { Json, JsonSchema } from "@assay/contract";
import type { SchemaError } from "../compile/schema-evaluator.ts";
import { isObject, member } from "../json/json.ts";
import { pointerOf, tokensOf, valueAt } from "../json/pointer.ts";
import type { AnyFinding, RuleOrigin } from "./finding.ts";
import { pairMisspelled } from "./pair-misspelled.ts";
import { words } from "./schema-words.ts";

/** What the errors of the evaluator speak of. */
export interface SchemaReading {
  readonly candidate: Json;
  readonly schema: JsonSchema;
  meant(text: string): string | undefined;
}

/** The errors of the evaluator in our words, one for each root cause. */
export function schemaFindings(errors: readonly SchemaError[], reading: SchemaReading): readonly AnyFinding[] {
  if (errors.length === 0) return [];
  const findings = errors.flatMap((error) => findingsOf(error, reading));
  return onePerCause(pairMisspelled(findings, reading));
}

function findingsOf(error: SchemaError, reading: SchemaReading): readonly AnyFinding[] {
  // Errors on a member's name are reported once, by `propertyNames` itself.
  if (error.propertyName !== undefined) return [];
  const tokens = tokensOf(error.instancePath) ?? [];
  const schemaTokens = tokensOf(decodeURIComponent(error.schemaPath.slice(1))) ?? [];
  const schema = valueAt(reading.schema as Json, schemaTokens.slice(0, -1));
  // A keyword without words of its own still makes the candidate invalid.
  const say = words[error.keyword] ?? words.not;
  const broken = {
    params: error.params,
    value: valueAt(reading.candidate, tokens) ?? null,
    name: isMember(schemaTokens) ? tokens.at(-1) : undefined,
    schema: isObject(schema) ? schema : {},
    meant: reading.meant,
  };
  const rule = originOf(
    isObject(schema) && !Object.hasOwn(schema, error.keyword) ? besideOneOf(schemaTokens) : schemaTokens,
    schema,
  );
  return (say?.(broken) ?? []).map(({ below = [], relatedBelow, ...said }) => ({
    severity: "error",
    tokens: [...tokens, ...below],
    rule,
    ...(relatedBelow ? { related: { tokens: [...tokens, ...relatedBelow], message: "First used here." } } : {}),
    ...said,
  }));
}

// `properties/age/false schema`: the schema of a member.
function isMember(schemaTokens: readonly string[]): boolean {
  return ["properties", "patternProperties"].includes(schemaTokens.at(-3) ?? "");
}

// What the evaluator adds to a discriminated `oneOf` is reported as that.
function besideOneOf(schemaTokens: readonly string[]): readonly string[] {
  return [...schemaTokens.slice(0, -1), "oneOf"];
}

function originOf(schemaTokens: readonly string[], schema: Json | undefined): RuleOrigin {
  const why = isObject(schema) ? member(schema, "description") : undefined;
  const at = pointerOf(["candidateSchema", ...schemaTokens]);
  return typeof why === "string" ? { id: "candidate-schema", at, why } : { id: "candidate-schema", at };
}

// A value of the wrong type, outside its closed list, or empty breaks other keywords too; those are not further mistakes.
function onePerCause(findings: readonly AnyFinding[]): readonly AnyFinding[] {
  const byPlace = Map.groupBy(findings, (finding) => pointerOf(finding.tokens));
  return [...byPlace.values()].flatMap((here) => {
    const decisive = here.find(({ code }) => code === "field.type") ?? here.find(({ code }) => code === "field.value");
    if (decisive) return [decisive];
    const empty = here.find(({ code, params }) => code === "field.length" && params.length === 0);
    return empty ? [empty] : here;
  });
}
