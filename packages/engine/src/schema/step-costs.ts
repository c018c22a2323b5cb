import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { branchesOf } from "./accepted-types.ts";
import { walkSubschemas } from "./subschemas.ts";

/** The steps that a value pays for each subschema that is applied to it. */
export function stepCostsOf(root: JsonSchema): ReadonlyMap<JsonObject, number> {
  const prices = new Map<JsonObject, number>();
  addCosts(root, prices);
  return prices;
}

// A schema and each of its definitions are priced by their size: a large function is never made as quick as a small one.
function addCosts(schema: JsonSchema, prices: Map<JsonObject, number>): void {
  if (!isObject(schema)) return;
  const { $defs, ...itself } = schema;
  const [, ...parts] = [...walkSubschemas(isObject($defs) ? itself : schema)].map((part) => part.schema);
  const price = Math.ceil((1 + parts.length) / 50);
  for (const part of [schema, ...parts]) if (isObject(part)) prices.set(part, price * costOf(part));
  if (isObject($defs)) for (const definition of Object.values($defs)) addCosts(definition as JsonSchema, prices);
}

// One step, and more for everything that a single value can make this schema look at.
function costOf(schema: JsonObject): number {
  const { required = [], dependentRequired = {}, properties = {}, enum: values = [], const: value = null } = schema;
  const names = [required, Object.values(dependentRequired as JsonObject)].flat(2).length;
  const texts = JSON.stringify([values, value]).length;
  return (
    1 +
    names +
    branchesOf(schema, "anyOf").length +
    Math.floor(Object.keys(properties as JsonObject).length / 8 + texts / 32)
  );
}
