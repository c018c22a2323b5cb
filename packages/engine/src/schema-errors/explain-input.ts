import type { Json, JsonSchema } from "@assay/contract";
import type { RuleOrigin } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import type { Compare } from "../registry/registry-view.ts";
import { findSchemas, type findUnconditionalSchemas } from "../schema/find-schemas.ts";
import type { Subschema } from "../schema/subschemas.ts";

/** The input for explaining schema errors: the candidate, its schema, and the rules. */
export interface ExplainInput {
  readonly candidate: Json;
  /** The candidate before it was cut to its size limits, and where it was cut. Default: it was not cut. */
  readonly uncut?: { readonly candidate: Json; wasCut(path: readonly string[]): boolean } | undefined;
  readonly schema: JsonSchema;
  readonly meter: Meter;
  /** Maps each declared alias to its type. An alias applies in every list of allowed values that contains the type. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly compareIds: Compare;
  /** Whether only the owner can decide the value at a path. */
  isOwnerDecision(path: readonly string[]): boolean;
  /** The only values that rules accept at a pointer pattern; undefined if they do not limit the values. */
  allowedAt(pattern: readonly string[]): readonly Json[] | undefined;
}

/** Turns a path in the candidate into a pointer pattern, with `*` for every array index. */
export function toPattern(path: readonly string[], { candidate }: ExplainInput): readonly string[] {
  return path.map((token, index) => (Array.isArray(valueAt(candidate, path.slice(0, index))) ? "*" : token));
}

const stepsPerSchema = 12;

/** Finds the schemas that apply to the values that a pointer pattern matches. This costs steps. */
export function lookUpSchemas(
  pattern: readonly string[],
  { schema, meter }: ExplainInput,
  find: typeof findUnconditionalSchemas = findSchemas,
): readonly Subschema[] {
  return find(schema, pattern, (schemas) => spend(meter, schemas * stepsPerSchema));
}

/** Creates the rule origin for a part of the candidate schema. Its `why` is the description of `schema`. */
export function createOrigin(schemaPath: readonly string[], schema: Json | undefined): RuleOrigin {
  const why = isObject(schema) ? readMember(schema, "description") : undefined;
  const at = formatPointer(["candidateSchema", ...schemaPath]);
  return { id: "candidate-schema", at, why: typeof why === "string" ? why : undefined };
}
