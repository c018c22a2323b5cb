import type { Json, JsonSchema } from "@assay/contract";
import type { RuleOrigin } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import type { Compare } from "../registry/registry-view.ts";
import { type findCertainSchemas, findSchemas } from "../schema/find-schemas.ts";
import type { Subschema } from "../schema/subschemas.ts";

/** The candidate and the schema that the errors are about. */
export interface ExplainInput {
  readonly candidate: Json;
  /** The candidate before it was cut, and the paths at which it was. Default: it was not. */
  readonly whole?: { readonly candidate: Json; wasCut(path: readonly string[]): boolean } | undefined;
  readonly schema: JsonSchema;
  readonly meter: Meter;
  /** Declared other names for types, which may stand in any list of values that has these types. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly compareIds: Compare;
  /** Whether only the owner can give the value at a path. */
  isOwnerDecision(path: readonly string[]): boolean;
  /** The only values that rules accept where a pointer pattern leads. */
  allowedAt(pattern: readonly string[]): readonly Json[] | undefined;
}

/** The pointer pattern of a path of the candidate. */
export function toPattern(path: readonly string[], { candidate }: ExplainInput): readonly string[] {
  return path.map((token, index) => (Array.isArray(valueAt(candidate, path.slice(0, index))) ? "*" : token));
}

const stepsPerSchema = 12;

/** The schemas where a pointer pattern leads; finding them costs steps. */
export function lookUpSchemas(
  pattern: readonly string[],
  { schema, meter }: ExplainInput,
  find: typeof findCertainSchemas = findSchemas,
): readonly Subschema[] {
  return find(schema, pattern, (schemas) => spend(meter, schemas * stepsPerSchema));
}

/** The keyword, or the schema, at a path of the candidate schema, as an answer names it. */
export function createOrigin(schemaPath: readonly string[], schema: Json | undefined): RuleOrigin {
  const why = isObject(schema) ? readMember(schema, "description") : undefined;
  const at = formatPointer(["candidateSchema", ...schemaPath]);
  return { id: "candidate-schema", at, why: typeof why === "string" ? why : undefined };
}
