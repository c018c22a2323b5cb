/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object: own members only. */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** A JSON Schema, as data. */
export type JsonSchema = boolean | { readonly [keyword: string]: Json };
