import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject, type JsonType, readMember, toJsonType } from "../json/json.ts";
import { findRefTarget, toSchema } from "./subschemas.ts";

const everyType: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];
const jsonTypesByName: { readonly [type: string]: JsonType } = {
  null: "null",
  boolean: "boolean",
  integer: "number",
  number: "number",
  string: "string",
  array: "array",
  object: "object",
};

// A cache, because many references can lead to one schema. The root is not in the key: a schema has only one root.
const cache = new WeakMap<object, ReadonlySet<JsonType>>();

/** Finds the JSON types that a schema can accept. The result might contain too many types, but never too few. */
export function findAcceptedTypes(root: JsonSchema, schema: JsonSchema): ReadonlySet<JsonType> {
  if (schema === true) return new Set(everyType);
  if (schema === false) return new Set();
  const types =
    cache.get(schema) ??
    intersectApplied(root, schema, listOwnTypes(schema), (inner) => findAcceptedTypes(root, inner));
  cache.set(schema, types);
  return types;
}

/** Whether a schema accepts neither arrays nor objects. */
export function isScalar(root: JsonSchema, schema: JsonSchema): boolean {
  const types = findAcceptedTypes(root, schema);
  return !types.has("array") && !types.has("object");
}

/** Intersects what a schema's own keywords accept with what `findAccepted` finds for the schemas applied with it. */
export function intersectApplied<Value>(
  root: JsonSchema,
  schema: JsonObject,
  ownAccepted: Iterable<Value>,
  findAccepted: (schema: JsonSchema) => ReadonlySet<Value>,
): ReadonlySet<Value> {
  let accepted = new Set(ownAccepted);
  const narrow = (others: ReadonlySet<Value>) => {
    accepted = accepted.intersection(others);
  };
  const target = findRefTarget(root, schema);
  if (target) narrow(findAccepted(target.schema));
  for (const branch of listBranches(schema, "allOf")) narrow(findAccepted(branch));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listBranches(schema, keyword);
    if (branches.length > 0)
      narrow(branches.reduce((union, branch) => union.union(findAccepted(branch)), new Set<Value>()));
  }
  return accepted;
}

/** Lists the schemas in `allOf`, `anyOf`, `oneOf` or `prefixItems`. */
export function listBranches(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const branches = isObject(schema) ? readMember(schema, keyword) : undefined;
  return Array.isArray(branches) ? branches.map(toSchema) : [];
}

function listOwnTypes(schema: { readonly [keyword: string]: Json }): readonly JsonType[] {
  const values = readMember(schema, "enum");
  if (Array.isArray(values)) return values.map((value) => toJsonType(value));
  const value = readMember(schema, "const");
  if (value !== undefined) return [toJsonType(value)];
  const type = readMember(schema, "type");
  return type === undefined ? everyType : [type].flat().flatMap((name) => jsonTypesByName[String(name)] ?? []);
}
