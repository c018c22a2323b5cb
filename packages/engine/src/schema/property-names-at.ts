import type { JsonSchema } from "@assay/contract";
import { schemasAt } from "./schemas-at.ts";
import { membersOf } from "./subschemas.ts";

/** The names of the properties that a schema declares for the objects that a pointer pattern matches. */
export function propertyNamesAt(root: JsonSchema, pattern: readonly string[]): readonly string[] {
  return schemasAt(root, pattern).flatMap(({ schema }) => Object.keys(membersOf(schema, "properties")));
}
