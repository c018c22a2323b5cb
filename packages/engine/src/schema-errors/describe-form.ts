import { type Json, type JsonObject, limits } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { findPlace, followRef, type Part } from "../schema/place.ts";
import { readRequired } from "../schema/subschemas.ts";
import { formatCount, joinFirst, joinList } from "../text/phrases.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";

/** Where the described value belongs, and what the rules accept there. */
export interface FormInput {
  readonly pattern: readonly string[];
  /** The only values that rules accept at a pointer pattern; undefined if they do not limit the values. */
  allowedAt(pattern: readonly string[]): readonly Json[] | undefined;
  readonly meter: Meter;
  /** The maximum number of levels to describe; fewer are described if the text would be too long. Default: 2. */
  readonly maxDepth?: number;
}

const maxCharacters = 300;
const maxNames = 8;
const maxTags = 8;
const maxValues = 12;
const stepsPerForm = 16;

/**
 * Describes what a part and the rules require of a value, as part of a sentence: its type and bounds, the allowed
 * values, the required properties of an object, and the further properties that each tag requires. The description can
 * be incomplete, but it never asks for anything that is not required.
 */
export function describeForm(part: Part, { maxDepth = 2, ...input }: FormInput): string | undefined {
  for (let depth = maxDepth; depth >= 0; depth -= 1) {
    const form = describePart(part, input, depth);
    if (form === undefined || form.length <= maxCharacters) return form;
  }
  return undefined;
}

/** The values that a part allows by `const` or `enum`; undefined if it has neither. */
export function findAllowedValues(part: Part): readonly Json[] | undefined {
  const { schema } = followRef(part);
  if (!isObject(schema)) return undefined;
  const value = readMember(schema, "const");
  const values = value === undefined ? readMember(schema, "enum") : [value];
  return Array.isArray(values) ? values : undefined;
}

type FormContext = Omit<FormInput, "maxDepth">;

function describePart(part: Part, context: FormContext, depth: number): string | undefined {
  const { pattern, allowedAt, meter } = context;
  spend(meter, stepsPerForm);
  const allowed = allowedAt(pattern) ?? findAllowedValues(part);
  if (allowed) {
    spend(meter, allowed.length);
    // Only the first values are shown, and a value can be long.
    const texts = allowed.map((value, index) => (index < maxValues ? formatLiteral(value) : ""));
    return joinFirst(texts, maxValues);
  }
  const direct = followRef(part);
  const { schema } = direct;
  if (!isObject(schema)) return undefined;
  const forms = Object.hasOwn(schema, "anyOf")
    ? (direct.alternatives[0] ?? []).map((branch) => describePart(branch, context, depth))
    : listTypes(direct, schema).map((type) => describeType(type, direct, schema, context, depth));
  return forms.length > 0 && forms.every((form) => form !== undefined) ? joinFirst(forms, maxNames) : undefined;
}

function describeType(type: string, part: Part, schema: JsonObject, context: FormContext, depth: number): string {
  if (type === "array") return describeArray(part, schema, context, depth);
  if (type === "object") return describeObject(part, schema, context, depth);
  if (type === "string") return joinParts("a string", listStringParts(schema));
  if (type === "boolean") return "a boolean";
  if (type === "null") return type;
  return [type === "integer" ? "an integer" : "a number", ...listNumberParts(schema)].join(" ");
}

function describeArray(
  { items }: Part,
  schema: JsonObject,
  { pattern, ...context }: FormContext,
  depth: number,
): string {
  const size = formatRange(schema, "minItems", "maxItems", ["item", "items"]);
  const item =
    depth > 0 && items ? describePart(items, { ...context, pattern: [...pattern, "*"] }, depth - 1) : undefined;
  return [
    size === undefined ? "an array" : `an array with ${size}`,
    ...(readMember(schema, "uniqueItems") === true ? ["all different"] : []),
    ...(item === undefined ? [] : [`each ${item}`]),
  ].join(", ");
}

function describeObject(part: Part, schema: JsonObject, context: FormContext, depth: number): string {
  const required = readRequired(schema);
  const { name, tags = [], branches = [] } = part.tagged ?? {};
  if (name !== undefined) {
    spend(
      context.meter,
      branches.reduce((sum, each) => sum + 1 + each.required.length, 0),
    );
    const listRequiredBy = (index: number) =>
      (branches[index]?.required ?? []).filter((each) => each !== name && !required.includes(each));
    const forms = tags.map((tag, index) =>
      joinParts(
        quote(tag),
        listRequiredBy(index).map((each) => quote(each)),
      ),
    );
    const others = required.filter((each) => each !== name);
    return `${joinParts("an object", describeMembers(part, others, context, 0))} whose ${quote(name)} is ${joinFirst(forms, maxTags)}`;
  }
  if (required.length > 0) return joinParts("an object", describeMembers(part, required, context, depth));
  const size = formatRange(schema, "minProperties", "maxProperties", ["property", "properties"]);
  return size === undefined ? "an object" : `an object with ${size}`;
}

function describeMembers(
  { members }: Part,
  required: readonly string[],
  { pattern, ...context }: FormContext,
  depth: number,
): readonly string[] {
  const texts = required.slice(0, maxNames).map((name) => {
    const member = depth > 0 ? members.get(name) : undefined;
    const form = member && describePart(member, { ...context, pattern: [...pattern, name] }, depth - 1);
    return form === undefined ? quote(name) : `${quote(name)} (${form})`;
  });
  return [...texts, ...(required.length > maxNames ? [`${required.length - maxNames} more`] : [])];
}

function listStringParts({ minLength, maxLength, pattern, format, message }: JsonObject): readonly string[] {
  const size = formatRange({ minLength, maxLength } as JsonObject, "minLength", "maxLength", [
    "character",
    "characters",
  ]);
  const form =
    typeof pattern !== "string"
      ? undefined
      : typeof message === "string"
        ? `the form ${quote(message, limits.specPackageText)}`
        : `the pattern ${quote(pattern, limits.specPackageText)}`;
  return [size, form, format === undefined ? undefined : `the format ${format}`].filter((part) => part !== undefined);
}

function listNumberParts(schema: JsonObject): readonly string[] {
  const { minimum: min, maximum: max } = schema;
  const hasRange = min !== undefined && max !== undefined;
  const listBounds = (phrases: readonly (readonly [string, string])[]) =>
    phrases.flatMap(([keyword, phrase]) => (Object.hasOwn(schema, keyword) ? [`${phrase} ${schema[keyword]}`] : []));
  const bounds = [
    ...(hasRange
      ? [`from ${min} to ${max}`]
      : listBounds([
          ["minimum", "of at least"],
          ["maximum", "of at most"],
        ])),
    ...listBounds([
      ["exclusiveMinimum", "above"],
      ["exclusiveMaximum", "below"],
    ]),
  ];
  return [
    ...(bounds.length > 0 ? [joinList(bounds, "and")] : []),
    ...listBounds([["multipleOf", "that is a multiple of"]]),
  ];
}

function formatRange(
  schema: JsonObject,
  minKeyword: string,
  maxKeyword: string,
  nouns: readonly [string, string],
): string | undefined {
  const [min, max] = [readMember(schema, minKeyword), readMember(schema, maxKeyword)].map((bound) =>
    typeof bound === "number" ? bound : undefined,
  );
  if (max === undefined) return min === undefined || min === 0 ? undefined : `at least ${formatCount(min, nouns)}`;
  if (min === undefined || min === 0) return `at most ${formatCount(max, nouns)}`;
  return min === max ? formatCount(max, nouns) : `${min} to ${formatCount(max, nouns)}`;
}

function listTypes(part: Part, schema: JsonObject): readonly string[] {
  const type = readMember(schema, "type");
  if (type !== undefined) return [type].flat().map(String);
  const accepted = [...findPlace(part).types];
  // A part that accepts all six types does not restrict the type.
  return accepted.length < 6 ? accepted : [];
}

function joinParts(noun: string, parts: readonly string[]): string {
  return parts.length > 0 ? `${noun} with ${joinList(parts, "and")}` : noun;
}

function formatLiteral(value: Json): string {
  return typeof value === "string" ? quote(value) : sanitizeText(JSON.stringify(value));
}
