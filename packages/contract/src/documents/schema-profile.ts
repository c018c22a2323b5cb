import { limits } from "../limits.ts";

const schema = { $ref: "#/$defs/schema" } as const;
const schemas = { type: "array", minItems: 1, items: schema } as const;
const schemaMap = { type: "object", additionalProperties: schema } as const;
const count = { type: "integer", minimum: 0 } as const;
const names = { type: "array", items: { type: "string" }, uniqueItems: true } as const;
const typeName = {
  type: "string",
  enum: ["null", "boolean", "integer", "number", "string", "array", "object"],
} as const;

/** The values of `format` that a schema can use. */
export const formats = [
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uuid",
] as const;

/** Keywords of JSON Schema that the profile does not support, and what to use instead. */
export const unsupportedKeywords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $anchor: "Reference definitions by pointer, as #/$defs/name.",
    $dynamicRef: "Reference a definition as #/$defs/name; schemas cannot be recursive.",
    $dynamicAnchor: "Reference definitions by pointer, as #/$defs/name.",
    $vocabulary: "Remove it: the profile is fixed.",
    unevaluatedProperties:
      'Use "additionalProperties", in each branch if there are several. It knows only the "properties" beside it, so list those of other parts there: as true, or with a schema if the part has a condition.',
    unevaluatedItems: 'Use "items" in the same schema as "prefixItems".',
    contentEncoding: "Remove it: the content of strings is not checked.",
    contentMediaType: "Remove it: the content of strings is not checked.",
    contentSchema: "Remove it: the content of strings is not checked.",
    dependencies: 'Use "dependentRequired" or "dependentSchemas".',
    definitions: 'Rename it to "$defs", and "#/definitions/" to "#/$defs/" in every "$ref".',
    nullable: 'Remove it, and add "null" to "type", such as ["string", "null"].',
    discriminator: "Remove it: the property that distinguishes the branches of oneOf is found without it.",
    additionalItems: 'Rename "items" to "prefixItems", and "additionalItems" to "items".',
    example: 'Use "examples" with an array.',
  }),
);

/**
 * The profile of JSON Schema 2020-12 for spec packages, as a meta-schema for one schema. Keywords that are not listed
 * are rejected before they reach the evaluator. The meta-schema refers to itself as `#/$defs/schema`.
 */
export const schemaProfile = {
  type: ["object", "boolean"],
  properties: {
    $schema: {
      type: "string",
      const: "https://json-schema.org/draft/2020-12/schema",
      description: "The JSON Schema dialect. Only 2020-12 is supported.",
    },
    $id: {
      type: "string",
      maxLength: 2_048,
      description: "The URI of the schema. Only in the outermost schema; it has no effect.",
    },
    $ref: {
      type: "string",
      pattern: "^#(/|$)",
      description:
        'Applies a definition from the same schema, such as "#/$defs/name". References must not be recursive.',
    },
    $defs: { ...schemaMap, description: "Definitions for `$ref`, by name." },
    $comment: { type: "string", description: "A note for readers of the schema. It has no effect." },
    title: {
      type: "string",
      description: "A short name for the value, such as `Chart id`. Messages use that of `generatorId`.",
    },
    description: {
      type: "string",
      description:
        "What belongs here. Quoted if the value is missing or invalid, so do not put an example in it that could be pasted.",
    },
    examples: { type: "array", description: "Example values. They have no effect." },
    default: { description: "A default value. It has no effect: nothing is filled in." },
    deprecated: { type: "boolean", description: "Whether the value is deprecated. It has no effect." },
    needs: {
      type: "string",
      const: "owner-decision",
      description:
        "An addition to JSON Schema, in the schema of a property: only the owner can decide its value. Diagnostics say so, and no fix changes the value.",
    },
    message: {
      type: "string",
      minLength: 1,
      maxLength: limits.specPackageText,
      description:
        "An addition to JSON Schema, beside `pattern`: what the pattern asks for, in a sentence for authors, such as `Use lowercase words joined by hyphens.` Quoted before the pattern if a string does not match it.",
    },

    type: {
      anyOf: [typeName, { type: "array", minItems: 1, uniqueItems: true, items: typeName }],
      description: "The type of the value, or an array of types.",
    },
    enum: {
      type: "array",
      minItems: 1,
      maxItems: limits.schema.enumValues,
      description: "The values that are allowed.",
    },
    aliases: {
      type: "object",
      minProperties: 1,
      maxProperties: limits.schema.aliases,
      additionalProperties: { type: "string" },
      description:
        'An addition to JSON Schema, beside `enum`: other names for listed strings, such as {"docker": "oci"}. They are not accepted, but a fix writes the listed string.',
    },
    const: { description: "The only value that is allowed." },

    allOf: { ...schemas, description: "The value must match all of these schemas." },
    anyOf: { ...schemas, description: "The value must match at least one of these schemas. Only for scalars." },
    oneOf: {
      ...schemas,
      description:
        "The value must match exactly one of these schemas. Only for objects, or references to objects, that a required property distinguishes: its `const`, or its `enum` of one value, differs in each.",
    },
    not: { ...schema, description: "The value must not match this schema." },
    if: { ...schema, description: "Selects `then` for values that match this schema, `else` for others." },
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    then: { ...schema, description: "Applies to values that match `if`." },
    else: { ...schema, description: "Applies to values that do not match `if`." },

    properties: { ...schemaMap, description: "The properties of an object, by name." },
    patternProperties: {
      ...schemaMap,
      description: `Schemas for properties whose names match a pattern. A name over ${limits.schema.patternInput} characters is refused.`,
    },
    additionalProperties: {
      ...schema,
      description:
        "The schema for all other properties. With `false`, no others are allowed; with a schema, `maxProperties` is required.",
    },
    propertyNames: { ...schema, description: "The schema for an object's property names." },
    required: { ...names, description: "The properties that an object must have." },
    dependentRequired: {
      type: "object",
      additionalProperties: names,
      description: "The properties that an object must have if it has a certain other property.",
    },
    dependentSchemas: { ...schemaMap, description: "Schemas for an object that has a certain property." },
    minProperties: { ...count, description: "The minimum number of properties." },
    maxProperties: { ...count, description: "The maximum number of properties." },

    items: { ...schema, description: "The schema for the items of an array, after those in `prefixItems`." },
    prefixItems: { ...schemas, description: "The schemas for the first items of an array, in order." },
    contains: { ...schema, description: "A schema that at least one item must match." },
    minContains: { ...count, description: "The minimum number of items that match `contains`. Default: 1." },
    maxContains: { ...count, description: "The maximum number of items that match `contains`." },
    minItems: { ...count, description: "The minimum number of items." },
    maxItems: { ...count, description: "The maximum number of items. Every array needs it." },
    uniqueItems: { type: "boolean", description: "Whether all items must differ. Only for arrays of scalars." },

    minLength: { ...count, description: "The minimum number of characters (Unicode code points)." },
    maxLength: {
      ...count,
      description: `The maximum number of characters. Every string needs it; at most ${limits.schema.patternInput} beside \`pattern\` or \`format\`.`,
    },
    pattern: {
      type: "string",
      description:
        "A regular expression that the string must match, in the common subset of RE2 and ECMA-262: no lookaround, no backreferences.",
    },
    format: { type: "string", enum: formats, description: "The format of the string. It is always checked." },

    minimum: { type: "number", description: "The number must be at least this." },
    maximum: { type: "number", description: "The number must be at most this." },
    exclusiveMinimum: { type: "number", description: "The number must be greater than this." },
    exclusiveMaximum: { type: "number", description: "The number must be less than this." },
    multipleOf: { type: "number", exclusiveMinimum: 0, description: "The number must be a multiple of this." },
  },
  dependentRequired: { message: ["pattern"], aliases: ["enum"] },
  additionalProperties: false,
} as const;
