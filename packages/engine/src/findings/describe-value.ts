import type { Json } from "@assay/contract";
import { toJsonType } from "../json/json.ts";

/** The message parameters for a value: a scalar is quoted, an array or object is represented only by its type. */
export function describeValue(value: Json): { readonly actual: Json } | { readonly found: string } {
  return typeof value === "object" && value !== null ? { found: toJsonType(value) } : { actual: value };
}
