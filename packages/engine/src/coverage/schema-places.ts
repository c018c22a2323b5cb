import type { Json, JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { subschemasOf } from "../schema/subschemas.ts";

/** A part of the candidate schema that candidates may reach or not. */
export interface SchemaPlace {
  /** In the candidate schema, as a JSON Pointer. */
  readonly pointer: string;
  /** A schema in it, or one of the values that an `enum` or a list of types allows. */
  readonly kind: "branch" | "value";
  /** Of a value: the value. */
  readonly value?: Json;
}

// They say what a value must not be, or only select another schema: matching them shows nothing.
const conditions: ReadonlySet<string> = new Set(["not", "if", "contains", "propertyNames"]);

/** Whether a schema inside another one, at this path from it, can be reached. */
export function isReachable([keyword = ""]: readonly string[]): boolean {
  return !conditions.has(keyword);
}

/** Every place of a schema, each before those inside it. */
export function schemaPlaces(schema: JsonSchema, path: readonly string[] = []): readonly SchemaPlace[] {
  // No candidate matches `false`, and it is written to say so.
  if (schema === false) return [];
  return [
    { pointer: pointerOf(path), kind: "branch" },
    ...listedValues(schema).map(({ value, path: at }) => ({
      ...{ pointer: pointerOf([...path, ...at]), kind: "value" as const, value },
    })),
    ...subschemasOf(schema)
      .filter((child) => isReachable(child.path))
      .flatMap((child) => schemaPlaces(child.schema, [...path, ...child.path])),
  ];
}

/** The values and types between which a schema lets a candidate choose. */
export function listedValues(
  schema: JsonSchema,
): readonly { readonly value: Json; readonly path: readonly string[] }[] {
  if (!isObject(schema)) return [];
  return ["enum", "type"].flatMap((keyword) => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? list.map((value: Json, index) => ({ value, path: [keyword, String(index)] })) : [];
  });
}
