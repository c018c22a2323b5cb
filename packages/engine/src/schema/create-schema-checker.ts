import type { Json, JsonSchema } from "@assay/contract";
import { createMeter } from "../meter.ts";
import { evaluateProfile } from "./evaluate-profile.ts";
import type { SchemaError } from "./schema-error.ts";

/**
 * Creates a function that checks documents against a schema that ships with Assay, such as the closed schema of spec
 * packages. It limits neither the steps nor the length of strings. The schema may use only keywords of the profile.
 *
 * @example
 * const findErrors = createSchemaChecker({ type: "object", required: ["domains"] });
 * for (const { instancePath, keyword } of findErrors(document)) console.error(instancePath, keyword);
 */
export function createSchemaChecker(schema: JsonSchema): (document: Json) => readonly SchemaError[] {
  const { findErrors } = evaluateProfile(schema, Number.POSITIVE_INFINITY);
  return (document) => findErrors(document, createMeter(Number.POSITIVE_INFINITY));
}
