import type { Json } from "@assay/contract";
import { toJsonType } from "../json/json.ts";

/** A value as message parameters: a scalar itself, a list or object by its kind. */
export function describeValue(value: Json): { readonly actual: Json } | { readonly found: string } {
  return typeof value === "object" && value !== null ? { found: toJsonType(value) } : { actual: value };
}
