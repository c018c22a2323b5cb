import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { tokensOf, valueAt } from "../json/pointer.ts";

// Where the keywords of the profile hold other schemas.
const one = ["not", "if", "then", "else", "additionalProperties", "propertyNames", "items", "contains"];
const list = ["allOf", "anyOf", "oneOf", "prefixItems"];
const map = ["$defs", "properties", "patternProperties", "dependentSchemas"];

/** A schema inside another one, with its place relative to where the walk began. */
export interface Subschema {
  readonly schema: JsonSchema;
  readonly tokens: readonly string[];
}

/** The schemas directly inside a schema. */
export function childrenOf(schema: JsonSchema): readonly Subschema[] {
  if (typeof schema === "boolean") return [];
  const children: Subschema[] = [];
  for (const keyword of one) {
    const value = member(schema, keyword);
    if (value !== undefined) children.push({ schema: asSchema(value), tokens: [keyword] });
  }
  for (const keyword of list) {
    const value = member(schema, keyword);
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        children.push({ schema: asSchema(item), tokens: [keyword, String(index)] });
      });
    }
  }
  for (const keyword of map) {
    const value = member(schema, keyword);
    if (isObject(value)) {
      for (const name of Object.keys(value)) {
        children.push({ schema: asSchema(member(value, name)), tokens: [keyword, name] });
      }
    }
  }
  return children;
}

/** Every schema in a schema, itself first. */
export function* walk(schema: JsonSchema, tokens: readonly string[] = []): Generator<Subschema> {
  yield { schema, tokens };
  for (const child of childrenOf(schema)) yield* walk(child.schema, [...tokens, ...child.tokens]);
}

/** A copy in which each schema directly inside was replaced by what `change` makes of it. */
export function mapChildren(schema: JsonObject, change: (child: Subschema) => JsonSchema): JsonObject {
  const copy: { [keyword: string]: Json } = { ...schema };
  const changed = (value: Json | undefined, ...tokens: string[]) => change({ schema: asSchema(value), tokens }) as Json;
  for (const keyword of one) {
    const value = member(schema, keyword);
    if (value !== undefined) copy[keyword] = changed(value, keyword);
  }
  for (const keyword of list) {
    const value = member(schema, keyword);
    if (Array.isArray(value)) copy[keyword] = value.map((item, index) => changed(item, keyword, String(index)));
  }
  for (const keyword of map) {
    const value = member(schema, keyword);
    if (isObject(value)) {
      copy[keyword] = Object.fromEntries(
        Object.keys(value).map((name) => [name, changed(member(value, name), keyword, name)]),
      );
    }
  }
  return copy;
}

/** What a keyword says itself: its value, or the names of the schemas that it holds. */
export function ownValue(keyword: string, value: Json): Json {
  if (one.includes(keyword) || list.includes(keyword)) return null;
  return map.includes(keyword) && isObject(value) ? Object.keys(value) : value;
}

/** The schema that a local `$ref` leads to, when it leads to a schema. */
export function resolve(root: JsonSchema, ref: string): Subschema | undefined {
  // An encoded slash divides tokens for RFC 6901, section 6, and is part of one for Ajv.
  if (!ref.startsWith("#") || /%2f/i.test(ref)) return undefined;
  const tokens = decodeFragment(ref.slice(1));
  const target = tokens && valueAt(root, tokens);
  return tokens && (isObject(target) || typeof target === "boolean") ? { schema: asSchema(target), tokens } : undefined;
}

function decodeFragment(fragment: string): readonly string[] | undefined {
  try {
    return tokensOf(decodeURIComponent(fragment));
  } catch {
    return undefined;
  }
}

// The profile was checked before: what stands where a schema belongs is one.
function asSchema(value: Json | undefined): JsonSchema {
  return value as JsonSchema;
}
