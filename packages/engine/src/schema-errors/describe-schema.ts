import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { asSchema, membersOf, requiredBy, resolveRef } from "../schema/subschemas.ts";
import { charactersIn } from "../text/characters.ts";
import { cutJson } from "../text/cut-json.ts";
import { quoted } from "../text/outside-text.ts";
import { joinFirst, joinList } from "../text/phrases.ts";

/**
 * Describes the values that a schema accepts, as part of a sentence: `"fast" or "realistic"`, `an integer from 1 to 9`.
 * Undefined if the schema has keywords that the description cannot cover: half of a requirement would be wrong.
 */
export function describeSchema(root: JsonSchema, schema: JsonSchema): string | undefined {
  if (!isObject(schema)) return schema ? "anything" : undefined;
  // The same few schemas are violated again and again; a schema belongs to one root.
  if (!known.has(schema)) known.set(schema, ifShort(describe(root, schema)));
  return known.get(schema);
}

// An answer would cut a longer description inside a quoted value.
function ifShort(description: string | undefined): string | undefined {
  return description !== undefined && description.length <= limits.specPackageText ? description : undefined;
}

const known = new WeakMap<object, string | undefined>();
const maxListed = 8;
const maxValues = 12;

const annotations = new Set([
  "$comment",
  "title",
  "description",
  "examples",
  "default",
  "deprecated",
  "needs",
  "message",
]);
const lengths = ["minLength", "maxLength"];
const stringKeywords = [...lengths, "pattern", "format"];
const numberKeywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const objectKeywords = ["required", "properties"];

function describe(root: JsonSchema, schema: JsonObject): string | undefined {
  const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword));
  const onlyHas = (...sayable: readonly string[]) => keywords.every((keyword) => sayable.includes(keyword));
  const ref = member(schema, "$ref");
  if (typeof ref === "string") {
    const target = onlyHas("$ref") ? resolveRef(root, ref) : undefined;
    return target && describeSchema(root, target.schema);
  }
  const values = member(schema, "enum");
  const isAccepted = (value: Json) => isOfTypes(value, schema) && isWithin(value, schema);
  if (Array.isArray(values)) {
    return onlyHas("enum", "type", ...lengths) && values.every(isAccepted) ? eitherValue(values) : undefined;
  }
  const value = member(schema, "const");
  if (value !== undefined)
    return onlyHas("const", "type", ...lengths) && isAccepted(value) ? written(value) : undefined;
  if (!onlyHas("type", ...stringKeywords, ...numberKeywords, ...objectKeywords)) return undefined;
  const forms = typesOf(schema).map((type) => describeType(type, root, schema));
  return forms.length > 0 && forms.every((form) => form !== undefined) ? joinFirst(forms, maxListed) : undefined;
}

function describeType(type: string, root: JsonSchema, schema: JsonObject): string | undefined {
  if (type === "object") return describeObject(root, schema);
  return type === "array" ? "an array" : describeScalar(type, schema);
}

/** Describes the strings, numbers or other scalars that a schema accepts. */
export function describeScalar(type: string, schema: JsonObject): string {
  if (type === "string") return withParts("a string", stringParts(schema));
  if (type === "number" || type === "integer") {
    const noun = type === "integer" ? "an integer" : "a number";
    return [noun, ...numberParts(schema)].join(" ");
  }
  return type === "boolean" ? "a boolean" : type;
}

// A schema without a type applies to the types that its keywords apply to.
function typesOf(schema: JsonObject): readonly string[] {
  const type = member(schema, "type");
  if (type !== undefined) return [type].flat().map(String);
  const has = (keywords: readonly string[]) => keywords.some((keyword) => Object.hasOwn(schema, keyword));
  return [
    has(stringKeywords) ? "string" : "",
    has(numberKeywords) ? "number" : "",
    has(objectKeywords) ? "object" : "",
  ].filter(Boolean);
}

function isOfTypes(value: Json, schema: JsonObject): boolean {
  const types = [member(schema, "type") ?? []].flat();
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return types.length === 0 || types.includes(type) || (types.includes("integer") && Number.isInteger(value));
}

function isWithin(value: Json, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonObject): boolean {
  return (
    typeof value !== "string" || (charactersIn(value) >= Number(minLength) && charactersIn(value) <= Number(maxLength))
  );
}

function stringParts(schema: JsonObject): readonly string[] {
  const { minLength: min, maxLength: max, pattern, format, message } = schema;
  const characters = (count: Json) => `${count} ${count === 1 ? "character" : "characters"}`;
  return [
    ...(min !== undefined && max !== undefined
      ? [min === max ? characters(max) : `${min} to ${characters(max)}`]
      : [
          ...(min === undefined ? [] : [`at least ${characters(min)}`]),
          ...(max === undefined ? [] : [`at most ${characters(max)}`]),
        ]),
    ...(typeof pattern === "string"
      ? [
          typeof message === "string"
            ? `the form ${quoted(message, limits.specPackageText)}`
            : `the pattern ${quoted(pattern, limits.specPackageText)}`,
        ]
      : []),
    ...(format === undefined ? [] : [`the format ${format}`]),
  ];
}

function numberParts(schema: JsonObject): readonly string[] {
  const { minimum: min, maximum: max } = schema;
  const hasRange = min !== undefined && max !== undefined;
  const words = (said: readonly (readonly [string, string])[]) =>
    said.flatMap(([keyword, start]) => (Object.hasOwn(schema, keyword) ? [`${start} ${schema[keyword]}`] : []));
  const bounds = [
    ...(hasRange
      ? [`from ${min} to ${max}`]
      : words([
          ["minimum", "of at least"],
          ["maximum", "of at most"],
        ])),
    ...words([
      ["exclusiveMinimum", "above"],
      ["exclusiveMaximum", "below"],
    ]),
  ];
  return [...(bounds.length > 0 ? [joinList(bounds, "and")] : []), ...words([["multipleOf", "that is a multiple of"]])];
}

function describeObject(root: JsonSchema, schema: JsonObject): string | undefined {
  const required = requiredBy(schema);
  const properties = membersOf(schema, "properties");
  // A phrase cannot describe an optional property.
  if (Object.keys(properties).some((name) => !required.includes(name))) return undefined;
  const members = required.map((name) => {
    const property = member(properties, name);
    const form = property === undefined ? "anything" : describeSchema(root, asSchema(property));
    return form === "anything" ? quoted(name) : form && `${quoted(name)}: ${form}`;
  });
  if (!members.every((said) => said !== undefined)) return undefined;
  return ifShort(withParts("an object", members));
}

/** Adds parts to a noun: `an object with "a" and "b"`. */
export function withParts(noun: string, parts: readonly string[]): string {
  return parts.length > 0 ? `${noun} with ${joinList(parts, "and")}` : noun;
}

/** Lists values as a sentence does: `"a", "b" or one of 2 others`. */
export function eitherValue(values: readonly Json[]): string {
  return joinFirst(values.map(written), maxValues);
}

function written(value: Json): string {
  return typeof value === "string" ? quoted(value) : cutJson(value, limits.outsideText);
}
