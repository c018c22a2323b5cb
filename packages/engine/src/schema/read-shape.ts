import type { Json, JsonSchema } from "@assay/contract";
import { createMeter } from "../meter.ts";
import { evaluateProfile } from "./evaluate-profile.ts";
import type { SchemaError } from "./schema-error.ts";

/**
 * Makes the function that finds where a document differs from a schema that comes with Assay, such as the closed schema of
 * spec packages. Neither the work nor the strings that match a pattern are bounded. The schema may use the keywords of the
 * profile, and no others.
 *
 * @example
 * const findErrors = readShape({ type: "object", required: ["domains"] });
 * for (const { instancePath, keyword } of findErrors(document)) console.error(instancePath, keyword);
 */
export function readShape(schema: JsonSchema): (document: Json) => readonly SchemaError[] {
  const { findErrors } = evaluateProfile(schema, Number.POSITIVE_INFINITY);
  return (document) => findErrors(document, createMeter(Number.POSITIVE_INFINITY));
}
