import type { JsonObject } from "@assay/contract";
import { createBranches } from "./conditions.ts";
import { addProperty, type Builder, type Shape, text } from "./shape.ts";

/** The types of the fields that records have. */
export const fieldTypes: JsonObject = {
  integer: { schema: { type: "integer", maximum: 99 }, aliases: ["int", "whole number"] },
  text: { schema: { type: "string", minLength: 1, maxLength: 12 }, aliases: ["string"] },
  flag: { schema: { type: "boolean" }, aliases: ["bool"] },
  size: { schema: { enum: ["small", "LARGE"], aliases: { tiny: "small" } } },
};

const knownFields = [
  ["age", "integer", 36],
  ["firstName", "text", "Ada"],
  ["isActive", "flag", true],
  ["tShirt_size", "size", "small"],
] as const;

/** Adds declarations of fields, and records that must have these fields. */
export function addRecords(shape: Shape, { random, kinds }: Builder): void {
  kinds.add("records");
  const fields = knownFields.filter(() => random.below(4) > 0);
  // A declared name can be refused itself.
  const pattern = random.pick(["^[a-z][a-zA-Z_]*$", "^[a-zA-Z_ ]+$"]);
  const field = {
    type: "object",
    properties: { name: { ...text, pattern }, type: { type: "string", enum: Object.keys(fieldTypes) } },
    required: ["name", "type"],
    additionalProperties: false,
  };
  const declarations = fields.map(([name, type]) => ({ name, type }));
  const fieldsName = addProperty(shape, "outputFields", { type: "array", maxItems: 5, items: field }, declarations);
  const properties = random.pick<JsonObject>([
    {},
    { age: { type: ["integer", "string"], maximum: 40, maxLength: 3 } },
    { tShirt_size: { enum: ["small", "Large"] } },
  ]);
  const additionalProperties = { type: ["string", "number", "boolean"], maxLength: 20 };
  const record = { type: "object", properties, additionalProperties, maxProperties: 4 + random.below(2) };
  const example = Object.fromEntries(fields.map(([name, , value]) => [name, value])) as JsonObject;
  const name = addProperty(shape, "samples", { type: "array", maxItems: 3, items: record }, [example, example]);
  shape.rules.push({
    check: "records-match-fields",
    at: `/${name}`,
    fieldsAt: `/${fieldsName}`,
    severity: random.pick(["error", "error", "warning"]),
    missing: random.pick(["error", "allow"]),
  });
  if (random.below(2) === 0) shape.rules.push({ check: "unique-by", at: `/${fieldsName}`, by: "/name" });
  const isAge = { contains: { properties: { age: { const: 36 } }, required: ["age"] } };
  const test = { properties: { [name]: isAge }, required: [name] };
  if (random.below(2) === 0) return;
  kinds.add("conditions");
  shape.parts.push({ if: test, ...createBranches(shape, random, "age" in example) });
}
