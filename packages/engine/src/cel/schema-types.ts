import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject, type JsonType, member } from "../json/json.ts";
import { acceptedTypes, intersectApplied } from "../schema/accepted-types.ts";
import { schemasAt } from "../schema/schemas-at.ts";

const celTypes: { readonly [kind in Exclude<JsonType, "number">]: readonly string[] } = {
  null: ["null_type"],
  boolean: ["bool"],
  string: ["string"],
  list: ["list"],
  object: ["map"],
};
const everything = Object.keys(celTypes).length + 1;

/** What a candidate schema says of a place of the candidate, in the words of CEL. */
export interface SchemaTypes {
  exists(place: readonly string[]): boolean;
  /** The CEL types that a value there can have; undefined when it can be anything. */
  typesAt(place: readonly string[]): ReadonlySet<string> | undefined;
  /** Whether an object that has this place always has this member. */
  isRequired(place: readonly string[]): boolean;
  /** The members that are declared there. */
  membersAt(place: readonly string[]): readonly string[];
  /** The texts that a closed list allows there; undefined when no list closes it. */
  textsAt(place: readonly string[]): readonly string[] | undefined;
}

export function createSchemaTypes(root: JsonSchema): SchemaTypes {
  const objectsAt = (place: readonly string[]) =>
    schemasAt(root, place).flatMap(({ schema }) => (isObject(schema) ? [schema] : []));
  return {
    exists: (place) => schemasAt(root, place).length > 0,
    typesAt(place) {
      const telling = objectsAt(place).filter((schema) => acceptedTypes(root, schema).size < everything);
      if (telling.length === 0) return undefined;
      return new Set(
        telling.flatMap((schema) =>
          [...acceptedTypes(root, schema)].flatMap((kind) =>
            kind === "number" ? [...numberTypesOf(root, schema)] : celTypes[kind],
          ),
        ),
      );
    },
    isRequired(place) {
      return objectsAt(place.slice(0, -1)).some((schema) => {
        const required = member(schema, "required");
        return Array.isArray(required) && required.includes(place.at(-1) as string);
      });
    },
    membersAt: (place) =>
      objectsAt(place).flatMap((schema) => {
        const properties = member(schema, "properties");
        return isObject(properties) ? Object.keys(properties) : [];
      }),
    textsAt(place) {
      const lists = objectsAt(place).flatMap((schema) => {
        const values = member(schema, "enum");
        return Array.isArray(values) ? [values] : [];
      });
      const texts = lists.flat().filter((value) => typeof value === "string");
      return lists.length === 0 ? undefined : texts;
    },
  };
}

type NumberType = "int" | "double";

// A whole number is an int in CEL and any other a double, so it matters which of them a schema accepts.
function numberTypesOf(root: JsonSchema, schema: JsonSchema): ReadonlySet<NumberType> {
  if (!isObject(schema)) return new Set(schema === false ? [] : (["int", "double"] as const));
  return intersectApplied(root, schema, ownNumberTypes(schema), (inner) => numberTypesOf(root, inner));
}

function ownNumberTypes(schema: JsonObject): readonly NumberType[] {
  const value = member(schema, "const");
  const values = member(schema, "enum") ?? (value === undefined ? undefined : [value]);
  if (Array.isArray(values)) {
    return values
      .filter((each) => typeof each === "number")
      .map((each) => (Number.isSafeInteger(each) ? "int" : "double"));
  }
  const types = [member(schema, "type") ?? "number"].flat();
  if (types.includes("number") && !Number.isInteger(member(schema, "multipleOf"))) return ["int", "double"];
  return types.includes("number") || types.includes("integer") ? ["int"] : [];
}
