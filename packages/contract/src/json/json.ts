/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Only own properties count. */
export interface JsonObject {
  readonly [property: string]: Json;
}

/** A JSON Schema, as a JSON value. */
export type JsonSchema = boolean | { readonly [keyword: string]: Json };

/**
 * Whether a value is an object, and neither null nor an array.
 *
 * @example
 * if (isJsonObject(candidate)) console.log(Object.keys(candidate));
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
