import {
  closedLists,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  type SpecPackage,
} from "@assay/contract";

/**
 * Returns the JSON Schema of a candidate for its authors: the published schema, with an `enum` for the kinds of owner
 * and for each `allowed-values` rule whose path leads only through `properties` and `items`.
 */
export function toCandidateSchema(spec: SpecPackage): JsonSchema {
  return closedLists(spec).reduce<Json>(
    (schema, { pattern, values }) => addEnum(schema, pattern, values),
    spec.candidateSchema as Json,
  ) as JsonSchema;
}

/**
 * Returns the candidate schema with only standard keywords, for editors and strict validators: `needs` and `message`
 * become part of descriptions, and `aliases` are left out. A closed schema also allows `$schema`, for editors.
 */
export function toServedSchema(document: SpecPackage): JsonSchema {
  const schema = toStandardSchema(toCandidateSchema(document) as Json);
  const { properties, additionalProperties } = isJsonObject(schema) ? schema : {};
  if (!isJsonObject(schema) || !isJsonObject(properties) || additionalProperties !== false) return schema as JsonSchema;
  return { ...schema, properties: { $schema: schemaProperty, ...properties } } as JsonSchema;
}

const schemaProperty = {
  type: "string",
  description: "The URL of this JSON Schema, for editors. It is not submitted.",
};
const ownerDecides = "Only the owner can decide this value.";
const mapKeywords: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const valueKeywords: ReadonlySet<string> = new Set([
  "const",
  "enum",
  "default",
  "examples",
  "required",
  "dependentRequired",
]);

function toStandardSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(toStandardSchema);
  if (!isJsonObject(schema)) return schema;
  const { needs, message, aliases: _, ...rest } = schema;
  const keywords = Object.entries(rest).map(([keyword, value]): [string, Json] => {
    if (valueKeywords.has(keyword)) return [keyword, value];
    return [keyword, mapKeywords.has(keyword) && isJsonObject(value) ? toStandardMap(value) : toStandardSchema(value)];
  });
  const descriptions = [rest.description, needs && ownerDecides, message].filter((text) => typeof text === "string");
  return Object.fromEntries([
    ...keywords,
    ...(descriptions.length > 0 ? [["description", descriptions.join(" ")]] : []),
  ]) as Json;
}

function toStandardMap(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toStandardSchema(schema)]));
}

function addEnum(schema: Json | undefined, [token, ...rest]: readonly string[], values: readonly Json[]): Json {
  // An `enum` cannot be added to a boolean schema.
  if (!isJsonObject(schema)) return schema ?? true;
  if (token === undefined) return { ...schema, enum: intersectValues(schema.enum, values) };
  if (token === "*") {
    const describesAll = isJsonObject(schema.items) && !Object.hasOwn(schema, "prefixItems");
    return describesAll ? { ...schema, items: addEnum(schema.items, rest, values) } : schema;
  }
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, token)) return schema;
  return { ...schema, properties: { ...properties, [token]: addEnum(properties[token], rest, values) } };
}

// If the schema already has an `enum`, a value must be in both lists.
function intersectValues(listed: Json | undefined, values: readonly Json[]): Json {
  if (!Array.isArray(listed)) return values;
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return listed.filter((value: Json) => texts.has(JSON.stringify(value)));
}
