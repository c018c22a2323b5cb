import { closedLists, isJsonObject, type Json, type JsonSchema, type SpecPackage } from "@assay/contract";

/**
 * Returns the JSON Schema of a candidate for its authors: the published one, with an `enum` for the kinds of owner and for
 * each `allowed-values` rule whose values the schema describes under `properties` and `items`.
 */
export function candidateSchemaOf(spec: SpecPackage): JsonSchema {
  return closedLists(spec).reduce<Json>(
    (schema, { pattern, values }) => withEnum(schema, pattern, values),
    spec.candidateSchema as Json,
  ) as JsonSchema;
}

function withEnum(schema: Json | undefined, [token, ...rest]: readonly string[], values: readonly Json[]): Json {
  // A schema that is `true` says nothing to add to.
  if (!isJsonObject(schema)) return schema ?? true;
  if (token === undefined) return { ...schema, enum: listedIn(schema.enum, values) };
  if (token === "*") {
    const describesAll = isJsonObject(schema.items) && !Object.hasOwn(schema, "prefixItems");
    return describesAll ? { ...schema, items: withEnum(schema.items, rest, values) } : schema;
  }
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, token)) return schema;
  return { ...schema, properties: { ...properties, [token]: withEnum(properties[token], rest, values) } };
}

// Where the schema has a list of its own, a value must be in both.
function listedIn(listed: Json | undefined, values: readonly Json[]): Json {
  if (!Array.isArray(listed)) return values;
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return listed.filter((value: Json) => texts.has(JSON.stringify(value)));
}
