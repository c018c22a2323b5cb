import { isJsonObject, type Json, type JsonObject, maxOutlineBytes, type SpecPackage } from "@assay/contract";
import { toCandidateSchema } from "./candidate-schema.ts";

/**
 * Outlines a candidate for the list of tools, as deeply as its size limit allows: names, types, required properties and
 * enums. Returns undefined if not even the names fit. The list then refers to the rules, as with several domains.
 */
export function outlineCandidate(spec: SpecPackage): JsonObject | undefined {
  const schema = toCandidateSchema(spec) as Json;
  return [3, 2, 1]
    .map((depth) => addOwner(outlineSchema(schema, depth)))
    .find((outline) => Buffer.byteLength(JSON.stringify(outline)) <= maxOutlineBytes);
}

// A model might follow any text in a tool definition, so names and values that could be sentences are left out.
const plain = /^(?=.{1,40}$)[A-Za-z0-9][\w.:/+-]*( [\w.:/+-]+)?$/;
const isPlain = (value: Json) => plain.test(String(value));

function outlineSchema(schema: Json, depth: number): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { type, enum: values, properties, required, items } = schema;
  const named = isJsonObject(properties) ? Object.entries(properties).filter(([name]) => isPlain(name)) : [];
  return {
    ...(typeof type === "string" && { type }),
    ...(Array.isArray(values) && values.every(isPlain) && { enum: values }),
    ...(depth > 0 && {
      ...(named.length > 0 && {
        properties: Object.fromEntries(named.map(([name, property]) => [name, outlineSchema(property, depth - 1)])),
      }),
      ...(Array.isArray(required) && { required: required.filter(isPlain) }),
      ...(items !== undefined && { items: outlineSchema(items, depth) }),
    }),
  };
}

// The description of the owner comes from Assay, not from the product, so that no model invents an owner.
function addOwner({ properties, ...outline }: JsonObject): JsonObject {
  const description = "Who answers for the proposal. Never invent or change it: ask.";
  const { owner, ...others } = isJsonObject(properties) ? properties : {};
  return { ...outline, properties: { owner: { ...(owner as JsonObject), description }, ...others } };
}
