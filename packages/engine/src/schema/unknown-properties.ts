import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";

/** The names in an object that a schema does not list in its own `properties`. */
export function unknownProperties(object: JsonObject, schema: JsonSchema): readonly string[] {
  const properties = isObject(schema) ? member(schema, "properties") : undefined;
  return Object.keys(object).filter((name) => !isObject(properties) || !Object.hasOwn(properties, name));
}
