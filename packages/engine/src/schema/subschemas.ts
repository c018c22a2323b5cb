import { type Json, type JsonObject, type JsonSchema, parseReference } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { valueAt } from "../json/pointer.ts";

// The keywords of the profile that hold other schemas: one, an array, or an object of them.
const schemaKeywords = ["not", "if", "then", "else", "additionalProperties", "propertyNames", "items", "contains"];
const listKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"];
const mapKeywords = ["$defs", "properties", "patternProperties", "dependentSchemas"];

/** Keywords that change nothing about which values are accepted. */
export const annotationKeywords: ReadonlySet<string> = new Set(
  "$schema $id $defs $comment title description examples default deprecated needs message".split(" "),
);

/** A schema inside another one, with its path from where the walk began. */
export interface Subschema {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
}

/** The schemas directly inside a schema. */
export function listSubschemas(schema: JsonSchema): readonly Subschema[] {
  if (typeof schema === "boolean") return [];
  const children: Subschema[] = [];
  for (const keyword of schemaKeywords) {
    const value = readMember(schema, keyword);
    if (value !== undefined) children.push({ schema: toSchema(value), path: [keyword] });
  }
  for (const keyword of listKeywords) {
    const value = readMember(schema, keyword);
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        children.push({ schema: toSchema(item), path: [keyword, String(index)] });
      });
    }
  }
  for (const keyword of mapKeywords) {
    const value = readMember(schema, keyword);
    if (isObject(value)) {
      for (const name of Object.keys(value)) {
        children.push({ schema: toSchema(readMember(value, name)), path: [keyword, name] });
      }
    }
  }
  return children;
}

/** Every schema in a schema, itself first. */
export function* walkSubschemas(schema: JsonSchema, path: readonly string[] = []): Generator<Subschema> {
  yield { schema, path };
  for (const child of listSubschemas(schema)) yield* walkSubschemas(child.schema, [...path, ...child.path]);
}

/** The schema that the `$ref` of a schema leads to, if it has one. */
export function findRefTarget(root: JsonSchema, schema: JsonSchema): Subschema | undefined {
  const ref = isObject(schema) ? readMember(schema, "$ref") : undefined;
  return typeof ref === "string" ? resolveRef(root, ref) : undefined;
}

/** The members of a keyword that holds an object, such as `properties`; none if it is absent. */
export function readMembers(schema: JsonSchema, keyword: string): JsonObject {
  const value = isObject(schema) ? readMember(schema, keyword) : undefined;
  return isObject(value) ? value : {};
}

/** The names of the properties that a schema requires. */
export function readRequired(schema: JsonSchema): readonly string[] {
  const names = isObject(schema) ? readMember(schema, "required") : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}

/** The schema that a local `$ref` leads to, when it leads to a schema. */
export function resolveRef(root: JsonSchema, ref: string): Subschema | undefined {
  const path = parseReference(ref);
  const target = path && valueAt(root, path);
  return path && (isObject(target) || typeof target === "boolean") ? { schema: toSchema(target), path } : undefined;
}

/** The schema that the value of a keyword is. The profile was checked before; anything else would accept everything. */
export function toSchema(value: Json | undefined): JsonSchema {
  return typeof value === "boolean" || isObject(value) ? value : true;
}

/** Every pattern of a schema, in `pattern` or as a name in `patternProperties`. */
export function listPatterns(root: JsonSchema): readonly { source: string; path: readonly string[] }[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const pattern = readMember(schema, "pattern");
    return [
      ...(typeof pattern === "string" ? [{ source: pattern, path: [...path, "pattern"] }] : []),
      ...Object.keys(readMembers(schema, "patternProperties")).map((source) => ({
        source,
        path: [...path, "patternProperties", source],
      })),
    ];
  });
}
