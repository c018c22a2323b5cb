import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject, readMember, toJsonType } from "../json/json.ts";
import { intersectApplied } from "../schema/find-accepted-types.ts";
import { findSchemas, findUnconditionalSchemas } from "../schema/find-schemas.ts";
import { isInt } from "./values.ts";

/** The CEL types that a value can have; undefined if it can have any type. */
export type Types = ReadonlySet<string> | undefined;

const celTypes: { readonly [jsonType: string]: readonly string[] } = {
  null: ["null_type"],
  boolean: ["bool"],
  integer: ["int"],
  number: ["int", "double"],
  string: ["string"],
  array: ["list"],
  object: ["map"],
};
const everyType = new Set(Object.values(celTypes).flat());

/** Finds the CEL types of the values that a pointer pattern matches in valid candidates. */
export function findCelTypes(root: JsonSchema, pattern: readonly string[]): Types {
  const declared = findSchemas(root, pattern)
    .map(({ schema }) => listCelTypes(root, schema))
    .filter(({ size }) => size < everyType.size);
  return declared.length === 0 ? undefined : new Set(declared.flatMap((types) => [...types]));
}

/** Finds the strings that an `enum` allows at a pointer pattern; undefined unless an `enum` applies there unconditionally. */
export function findListedStrings(root: JsonSchema, pattern: readonly string[]): readonly string[] | undefined {
  const lists = findUnconditionalSchemas(root, pattern, () => {}).flatMap(({ schema }) => {
    const values = isObject(schema) ? readMember(schema, "enum") : undefined;
    return Array.isArray(values) ? [values.filter((value) => typeof value === "string")] : [];
  });
  return lists[0];
}

// A cache, because many references can lead to one schema. The root is not in the key: a schema has only one root.
const cache = new WeakMap<object, ReadonlySet<string>>();

function listCelTypes(root: JsonSchema, schema: JsonSchema): ReadonlySet<string> {
  if (!isObject(schema)) return schema ? everyType : new Set();
  const types =
    cache.get(schema) ?? intersectApplied(root, schema, listOwnCelTypes(schema), (inner) => listCelTypes(root, inner));
  cache.set(schema, types);
  return types;
}

// In CEL an integer is an int, and a fraction is a double, so it matters whether a schema accepts both.
function listOwnCelTypes(schema: JsonObject): readonly string[] {
  const value = readMember(schema, "const");
  const values = readMember(schema, "enum") ?? (value === undefined ? undefined : [value]);
  if (Array.isArray(values)) {
    return values.flatMap((listed) => {
      if (typeof listed === "number") return isInt(listed) ? "int" : "double";
      return celTypes[toJsonType(listed)] ?? [];
    });
  }
  const isWhole = Number.isInteger(readMember(schema, "multipleOf"));
  const types = [readMember(schema, "type") ?? Object.keys(celTypes)].flat();
  return types.flatMap((type) => celTypes[type === "number" && isWhole ? "integer" : String(type)] ?? []);
}
