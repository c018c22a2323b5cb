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

// Each schema is looked at once, however many references lead to it; a schema belongs to one root.
const known = new WeakMap<object, ReadonlySet<JsonType>>();

/** The JSON types that a schema may accept: never too few, sometimes too many. */
export function findAcceptedTypes(root: JsonSchema, schema: JsonSchema): ReadonlySet<JsonType> {
  if (schema === true) return new Set(everyType);
  if (schema === false) return new Set();
  const types =
    known.get(schema) ??
    intersectApplied(root, schema, listOwnTypes(schema), (inner) => findAcceptedTypes(root, inner));
  known.set(schema, types);
  return types;
}

/** Whether a schema accepts neither arrays nor objects. */
export function isScalar(root: JsonSchema, schema: JsonSchema): boolean {
  const types = findAcceptedTypes(root, schema);
  return !types.has("array") && !types.has("object");
}

/** What a schema itself accepts, without what the schemas applied with it refuse; `of` gives what each of them accepts. */
export function intersectApplied<Value>(
  root: JsonSchema,
  schema: JsonObject,
  itself: Iterable<Value>,
  findAccepted: (schema: JsonSchema) => ReadonlySet<Value>,
): ReadonlySet<Value> {
  let accepted = new Set(itself);
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

/** The schemas listed by `allOf`, `anyOf`, `oneOf` or `prefixItems`. */
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
