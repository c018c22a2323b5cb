import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { branchesOf } from "./accepted-types.ts";
import { asSchema, walkSubschemas } from "./subschemas.ts";

/** The steps that each subschema costs when it is applied to a value. */
export function stepCostsOf(root: JsonSchema): ReadonlyMap<JsonObject, number> {
  const costs = new Map<JsonObject, number>();
  addCosts(root, costs);
  return costs;
}

// The cost grows with the size of the schema or definition: V8 never makes a large function as fast as a small one.
function addCosts(schema: JsonSchema, costs: Map<JsonObject, number>): void {
  if (!isObject(schema)) return;
  const { $defs, ...itself } = schema;
  const [, ...parts] = [...walkSubschemas(isObject($defs) ? itself : schema)].map((part) => part.schema);
  const factor = Math.ceil((1 + parts.length) / 50);
  for (const part of [schema, ...parts]) if (isObject(part)) costs.set(part, factor * costOf(part));
  if (isObject($defs)) for (const definition of Object.values($defs)) addCosts(asSchema(definition), costs);
}

// One step, and more for every name and value that a single value can be compared with.
function costOf(schema: JsonObject): number {
  const { required = [], dependentRequired = {}, properties = {}, enum: values = [], const: value = null } = schema;
  const names = [required, isObject(dependentRequired) ? Object.values(dependentRequired) : []].flat(2).length;
  const texts = JSON.stringify([values, value]).length;
  return (
    1 +
    names +
    branchesOf(schema, "anyOf").length +
    Math.floor(Object.keys(isObject(properties) ? properties : {}).length / 8 + texts / 32)
  );
}
