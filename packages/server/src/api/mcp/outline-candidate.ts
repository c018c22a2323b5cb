import { isJsonObject, type Json, type JsonObject, maxOutlineBytes, type SpecPackage } from "@assay/contract";
import { toCandidateSchema } from "./candidate-schema.ts";

/**
 * Outlines a candidate for the list of tools: names, types, required properties, enums, lengths and the minimum of items,
 * also in required objects. To fit, it leaves out the numbers, then shows only the names in required objects. Returns
 * undefined if not even that fits. The list then refers to the rules, as with several domains.
 */
export function outlineCandidate(spec: SpecPackage): JsonObject | undefined {
  const schema = toCandidateSchema(spec) as Json;
  return [3, 2]
    .flatMap((depth) => [numbers, []].map((shown) => addOwner(outlineSchema(schema, depth, shown))))
    .find((outline) => Buffer.byteLength(JSON.stringify(outline)) <= maxOutlineBytes);
}

const numbers = ["minLength", "maxLength", "minItems"];

// A model might follow any text in a tool definition, so names and values that could be sentences are left out.
const plain = /^(?=.{1,40}$)[A-Za-z0-9][\w.:/+-]*( [\w.:/+-]+)?$/;
const isPlain = (value: Json) => plain.test(String(value));
const maxValues = 20;

// At depth 3, an object shows its properties, with those of required objects; at depth 2, it shows only their names.
function outlineSchema(schema: Json, depth: number, keywords: readonly string[]): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { type, enum: values, properties, required, items } = schema;
  const limits = Object.entries(schema).filter(
    ([keyword, limit]) => keywords.includes(keyword) && Number.isInteger(limit),
  );
  const needed = Array.isArray(required) ? required.filter(isPlain) : [];
  const outlineMember = ([name, property]: readonly [string, Json]) =>
    [name, outlineSchema(property, needed.includes(name) ? depth - 1 : 0, keywords)] as const;
  const named = Object.entries(isJsonObject(properties) ? properties : {}).filter(([name]) => isPlain(name));
  return {
    ...(typeof type === "string" && { type }),
    ...(Array.isArray(values) ? outlineValues(values) : Object.fromEntries(limits)),
    ...(depth > 1 && named.length > 0 && { properties: Object.fromEntries(named.map(outlineMember)) }),
    ...(depth > 0 && needed.length > 0 && { required: needed }),
    ...(depth > 0 && items !== undefined && { items: outlineSchema(items, depth, keywords) }),
  };
}

function outlineValues(values: readonly Json[]): JsonObject {
  if (values.length > maxValues) return { description: `One of ${values.length} values.` };
  return values.every(isPlain) ? { enum: values } : {};
}

// The description of the owner comes from Assay, not from the product, so that no model invents an owner.
function addOwner({ properties, ...outline }: JsonObject): JsonObject {
  const description = "Who answers for the proposal. The id is that person's to give: ask.";
  const { owner, ...others } = isJsonObject(properties) ? properties : {};
  return { ...outline, properties: { owner: { ...(owner as JsonObject), description }, ...others } };
}
