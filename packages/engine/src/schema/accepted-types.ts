import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject, jsonType, member } from "../json/json.ts";
import { resolveRef } from "./subschemas.ts";

/** The kinds of JSON values. */
export type Kind = ReturnType<typeof jsonType>;

const everyType: readonly Kind[] = ["null", "boolean", "number", "string", "list", "object"];
const jsonTypeOf: { readonly [type: string]: Kind } = {
  null: "null",
  boolean: "boolean",
  integer: "number",
  number: "number",
  string: "string",
  array: "list",
  object: "object",
};

// A schema that many references lead to is looked at once; every schema belongs to one root.
const known = new WeakMap<object, ReadonlySet<Kind>>();

/** The kinds of values that a schema may accept: never too few, now and then too many. */
export function acceptedTypes(root: JsonSchema, schema: JsonSchema): ReadonlySet<Kind> {
  if (schema === true) return new Set(everyType);
  if (schema === false) return new Set();
  const kinds =
    known.get(schema) ?? intersectApplied(root, schema, ownTypes(schema), (inner) => acceptedTypes(root, inner));
  known.set(schema, kinds);
  return kinds;
}

/** What a schema itself accepts, less what the schemas that are applied with it do not; `of` tells that of each. */
export function intersectApplied<Value>(
  root: JsonSchema,
  schema: JsonObject,
  itself: Iterable<Value>,
  of: (schema: JsonSchema) => ReadonlySet<Value>,
): ReadonlySet<Value> {
  let accepted = new Set(itself);
  const narrow = (others: ReadonlySet<Value>) => {
    accepted = accepted.intersection(others);
  };
  const ref = member(schema, "$ref");
  const target = typeof ref === "string" ? resolveRef(root, ref) : undefined;
  if (target) narrow(of(target.schema));
  for (const branch of branchesOf(schema, "allOf")) narrow(of(branch));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = branchesOf(schema, keyword);
    if (branches.length > 0) narrow(branches.reduce((union, branch) => union.union(of(branch)), new Set<Value>()));
  }
  return accepted;
}

/** The schemas listed by `allOf`, `anyOf`, `oneOf` or `prefixItems`. */
export function branchesOf(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const branches = isObject(schema) ? member(schema, keyword) : undefined;
  return Array.isArray(branches) ? (branches as readonly JsonSchema[]) : [];
}

function ownTypes(schema: { readonly [keyword: string]: Json }): readonly Kind[] {
  const values = member(schema, "enum");
  if (Array.isArray(values)) return values.map((value) => jsonType(value));
  const value = member(schema, "const");
  if (value !== undefined) return [jsonType(value)];
  const type = member(schema, "type");
  return type === undefined ? everyType : [type].flat().flatMap((name) => jsonTypeOf[String(name)] ?? []);
}
