import { isObject, readMember, toJsonType } from "../json/json.ts";
import { findCertainPlaces, findPlaces } from "../schema/find-places.ts";
import type { Part } from "../schema/place.ts";
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
export function findCelTypes(root: Part, pattern: readonly string[]): Types {
  const declared = findPlaces(root, pattern)
    .map((place) => place.intersect(listCelTypes))
    .filter(({ size }) => size > 0 && size < everyType.size);
  return declared.length === 0 ? undefined : new Set(declared.flatMap((types) => [...types]));
}

/** Finds the strings that an `enum` allows at a pointer pattern; undefined unless an `enum` applies there unconditionally. */
export function findListedStrings(root: Part, pattern: readonly string[]): readonly string[] | undefined {
  const parts = findCertainPlaces(root, pattern).flatMap((place) => place.parts);
  const lists = parts.flatMap(({ schema }) => {
    const values = isObject(schema) ? readMember(schema, "enum") : undefined;
    return Array.isArray(values) ? [values.filter((value) => typeof value === "string")] : [];
  });
  return lists[0];
}

// In CEL an integer is an int, and a fraction is a double, so it matters whether a part accepts both.
function listCelTypes({ schema }: Part): ReadonlySet<string> {
  if (!isObject(schema)) return schema ? everyType : new Set();
  const value = readMember(schema, "const");
  const values = readMember(schema, "enum") ?? (value === undefined ? undefined : [value]);
  if (Array.isArray(values)) {
    return new Set(
      values.flatMap((listed) => {
        if (typeof listed === "number") return isInt(listed) ? "int" : "double";
        return celTypes[toJsonType(listed)] ?? [];
      }),
    );
  }
  const isWhole = Number.isInteger(readMember(schema, "multipleOf"));
  const types = [readMember(schema, "type") ?? Object.keys(celTypes)].flat();
  return new Set(types.flatMap((type) => celTypes[type === "number" && isWhole ? "integer" : String(type)] ?? []));
}
