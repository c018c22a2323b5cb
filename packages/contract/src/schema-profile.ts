import { limits } from "./limits.ts";

const schema = { $ref: "#/$defs/schema" } as const;
const schemas = { type: "array", minItems: 1, items: schema } as const;
const schemaMap = { type: "object", additionalProperties: schema } as const;
const count = { type: "integer", minimum: 0 } as const;
const names = { type: "array", items: { type: "string" }, uniqueItems: true } as const;
const typeName = {
  type: "string",
  enum: ["null", "boolean", "integer", "number", "string", "array", "object"],
} as const;

/** The values of `format` that a schema may use. */
export const formats = [
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "idn-email",
  "hostname",
  "idn-hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "iri",
  "iri-reference",
  "uri-template",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
  "regex",
] as const;

/**
 * The profile of JSON Schema 2020-12 for spec packages, as a meta-schema for one schema. A keyword that is not listed here
 * is rejected before it reaches the evaluator. The meta-schema refers to itself as `#/$defs/schema`.
 */
export const schemaProfile = {
  type: ["object", "boolean"],
  properties: {
    $schema: { type: "string", const: "https://json-schema.org/draft/2020-12/schema" },
    $id: { type: "string", maxLength: 2_048 },
    $ref: { type: "string", pattern: "^#(/|$)" },
    $defs: schemaMap,
    $comment: { type: "string" },
    title: { type: "string" },
    description: { type: "string" },
    examples: { type: "array" },
    default: {},
    deprecated: { type: "boolean" },
    // Of ours: who alone can give the value of this property.
    needs: { type: "string", const: "owner-decision" },

    type: { anyOf: [typeName, { type: "array", minItems: 1, uniqueItems: true, items: typeName }] },
    enum: { type: "array", minItems: 1, maxItems: limits.schema.enumValues },
    const: {},

    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    then: schema,
    if: schema,
    else: schema,

    properties: schemaMap,
    patternProperties: schemaMap,
    additionalProperties: schema,
    propertyNames: schema,
    required: names,
    dependentRequired: { type: "object", additionalProperties: names },
    dependentSchemas: schemaMap,
    minProperties: count,
    maxProperties: count,

    items: schema,
    prefixItems: schemas,
    contains: schema,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: { type: "boolean" },

    minLength: count,
    maxLength: count,
    pattern: { type: "string" },
    format: { type: "string", enum: formats },

    minimum: { type: "number" },
    maximum: { type: "number" },
    exclusiveMinimum: { type: "number" },
    exclusiveMaximum: { type: "number" },
    multipleOf: { type: "number", exclusiveMinimum: 0 },
  },
  additionalProperties: false,
} as const;
