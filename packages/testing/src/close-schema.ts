import type { Json, JsonObject } from "@assay/contract";

/**
 * Returns a copy of an answer's schema in which objects with declared properties forbid any other property. Callers
 * must accept new properties in answers, but tests must not: every property has to be declared.
 */
export function closeSchema(schema: JsonObject): JsonObject {
  return closeObjects(schema) as JsonObject;
}

function closeObjects(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closeObjects(part)]));
  return "type" in schema && "properties" in schema ? { additionalProperties: false, ...parts } : parts;
}
