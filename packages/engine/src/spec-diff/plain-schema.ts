import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { parsePointer } from "../json/pointer.ts";

// They change no verdict.
const annotations: ReadonlySet<string> = new Set([
  ...[
    "$schema",
    "$id",
    "$defs",
    "$comment",
    "title",
    "description",
    "examples",
    "default",
    "deprecated",
    "needs",
    "message",
  ],
]);
const one = ["not", "if", "then", "else", "additionalProperties", "propertyNames", "items", "contains"];
const list = ["allOf", "anyOf", "oneOf", "prefixItems"];
const map = ["properties", "patternProperties", "dependentSchemas"];

/** A schema without references and annotations. The profile has no recursive references, so this ends. */
export function plainSchema(schema: JsonSchema, root: JsonSchema = schema): JsonSchema {
  if (!isObject(schema)) return schema;
  const plain = (value: Json) => plainSchema(value as JsonSchema, root) as Json;
  const own: { [keyword: string]: Json } = Object.create(null);
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword) || keyword === "$ref") continue;
    if (one.includes(keyword)) own[keyword] = plain(value);
    else if (list.includes(keyword)) own[keyword] = (value as readonly Json[]).map(plain);
    else if (map.includes(keyword)) {
      own[keyword] = Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, inner]) => [name, plain(inner)]),
      );
    } else own[keyword] = value;
  }
  if (typeof schema.$ref !== "string") return own;
  const target = plain(targetOf(schema.$ref, root));
  return Object.keys(own).length === 0 ? (target as JsonSchema) : { allOf: [own, target] };
}

function targetOf(ref: string, root: JsonSchema): Json {
  let found: Json | undefined = root as Json;
  for (const token of parsePointer(decodeURIComponent(ref.slice(1))) ?? []) {
    found =
      isObject(found) && Object.hasOwn(found, token)
        ? found[token]
        : Array.isArray(found)
          ? found[Number(token)]
          : undefined;
  }
  // Compiling has found every target.
  return found ?? true;
}

/** A text that is the same for equal JSON values only, whatever the order of their members. */
export function keyOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${keyOf(value[name] as Json)}`).join()}}`;
}
