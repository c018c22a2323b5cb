/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Only own properties count. */
export interface JsonObject {
  readonly [property: string]: Json;
}

/** A JSON Schema, as a JSON value. */
export type JsonSchema = boolean | { readonly [keyword: string]: Json };
