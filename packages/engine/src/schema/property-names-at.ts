import type { JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { schemasAt } from "./schemas-at.ts";

/** The names of the properties that a schema declares for the objects that a pointer pattern matches. */
export function propertyNamesAt(root: JsonSchema, pattern: readonly string[]): readonly string[] {
  return schemasAt(root, pattern).flatMap(({ schema }) => {
    const properties = isObject(schema) ? member(schema, "properties") : undefined;
    return isObject(properties) ? Object.keys(properties) : [];
  });
}
