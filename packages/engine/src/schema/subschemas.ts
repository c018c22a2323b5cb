import { type Json, type JsonObject, type JsonSchema, parseReference } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { valueAt } from "../json/pointer.ts";

// The keywords of the profile whose value is a schema, an array of schemas, or an object of schemas.
const schemaKeywords = ["not", "if", "then", "else", "additionalProperties", "propertyNames", "items", "contains"];
const listKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"];
const mapKeywords = ["$defs", "properties", "patternProperties", "dependentSchemas"];

/** Keywords that do not affect which values a schema accepts. */
export const annotationKeywords: ReadonlySet<string> = new Set(
  "$schema $id $defs $comment title description examples default deprecated needs message".split(" "),
);

/** A schema inside another, with its path from the schema where the walk began. */
export interface Subschema {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
}

/** Lists the schemas directly inside a schema. */
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

/** Yields a schema and then every schema inside it. */
export function* walkSubschemas(schema: JsonSchema, path: readonly string[] = []): Generator<Subschema> {
  yield { schema, path };
  for (const child of listSubschemas(schema)) yield* walkSubschemas(child.schema, [...path, ...child.path]);
}

/** Finds the target of a schema's `$ref`, if it has one. */
export function findRefTarget(root: JsonSchema, schema: JsonSchema): Subschema | undefined {
  const ref = isObject(schema) ? readMember(schema, "$ref") : undefined;
  return typeof ref === "string" ? resolveRef(root, ref) : undefined;
}

/** Reads a keyword whose value is an object, such as `properties`. Returns an empty object if the keyword is absent. */
export function readMembers(schema: JsonSchema, keyword: string): JsonObject {
  const value = isObject(schema) ? readMember(schema, keyword) : undefined;
  return isObject(value) ? value : {};
}

/** Reads the names of the properties that a schema requires. */
export function readRequired(schema: JsonSchema): readonly string[] {
  const names = isObject(schema) ? readMember(schema, "required") : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}

/** Resolves a local `$ref`. Returns undefined unless its target is a schema. */
export function resolveRef(root: JsonSchema, ref: string): Subschema | undefined {
  const path = parseReference(ref);
  const target = path && valueAt(root, path);
  return path && (isObject(target) || typeof target === "boolean") ? { schema: toSchema(target), path } : undefined;
}

/** Returns a keyword's value as a schema. A value that is not a schema becomes `true`, which accepts everything. */
export function toSchema(value: Json | undefined): JsonSchema {
  return typeof value === "boolean" || isObject(value) ? value : true;
}

/** Lists the schemas in `allOf`, `anyOf`, `oneOf` or `prefixItems`. */
export function listBranches(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const branches = isObject(schema) ? readMember(schema, keyword) : undefined;
  return Array.isArray(branches) ? branches.map(toSchema) : [];
}

/** Lists every pattern in a schema, from `pattern` and from the names in `patternProperties`. */
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
