import type { Json, JsonObject } from "@assay/contract";

/**
 * Returns the schema of an answer such that an object which lists its properties has no others. Answers may grow for
 * callers, but not without being declared.
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
