import type { JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { branchesOf } from "./accepted-types.ts";
import { refTarget, type Subschema } from "./subschemas.ts";

/** A schema and every schema that applies to each of its values with it. */
export function appliedTogether(root: JsonSchema, subschema: Subschema): readonly Subschema[] {
  return [subschema, ...appliedBeside(root, subschema).flatMap((inner) => appliedTogether(root, inner))];
}

/** What the `$ref` of a schema leads to, and the parts of its `allOf`. */
export function appliedBeside(root: JsonSchema, { schema, path }: Subschema): readonly Subschema[] {
  if (!isObject(schema)) return [];
  const target = refTarget(root, schema);
  const parts = branchesOf(schema, "allOf").map((part, index) => ({
    schema: part,
    path: [...path, "allOf", String(index)],
  }));
  return [...(target ? [target] : []), ...parts];
}
