import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { listBranches, toSchema, walkSubschemas } from "./subschemas.ts";

/** Creates a function that returns the cost, in steps, of applying a subschema, without what it refers to. */
export function createStepCosts(root: JsonSchema): (schema: JsonObject) => number {
  const costs = new Map<JsonObject, number>();
  addCosts(root, costs);
  return (schema) => costs.get(schema) ?? 1;
}

// The cost grows with the size of the schema or definition that contains the subschema.
function addCosts(schema: JsonSchema, costs: Map<JsonObject, number>): void {
  if (!isObject(schema)) return;
  const { $defs, ...rest } = schema;
  const [, ...parts] = [...walkSubschemas(isObject($defs) ? rest : schema)].map((part) => part.schema);
  const factor = Math.ceil((1 + parts.length) / 50);
  for (const part of [schema, ...parts]) if (isObject(part)) costs.set(part, factor * computeCost(part));
  if (isObject($defs)) for (const definition of Object.values($defs)) addCosts(toSchema(definition), costs);
}

// One step, plus extra for the names and branches that have to be compared. A listed value is looked up.
function computeCost(schema: JsonObject): number {
  const { required = [], dependentRequired = {}, properties = {} } = schema;
  const names = [required, isObject(dependentRequired) ? Object.values(dependentRequired) : []].flat(2).length;
  return (
    1 +
    names +
    listBranches(schema, "anyOf").length +
    Math.floor(Object.keys(isObject(properties) ? properties : {}).length / 8)
  );
}
