import type { ErrorObject } from "ajv/dist/2020.js";

/** One violated keyword, as the evaluator reports it. */
export type SchemaError = Pick<ErrorObject, "instancePath" | "schemaPath" | "keyword" | "params" | "propertyName">;

/** With more errors than this, evaluation stops. */
export const maxErrors = 2_000;
