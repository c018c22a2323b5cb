import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { lookUpDiscriminator } from "../schema/discriminator.ts";
import { findAcceptedTypes, listBranches } from "../schema/find-accepted-types.ts";
import { findRefTarget, readMembers, readRequired, toSchema } from "../schema/subschemas.ts";
import { formatCount, joinFirst, joinList } from "../text/phrases.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";

/** Where the described value belongs, and what the rules accept there. */
export interface FormInput {
  readonly root: JsonSchema;
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
 * Describes what a schema and the rules require of a value, as part of a sentence: its type and bounds, the allowed
 * values, the required properties of an object, and the further properties that each tag requires. The description can
 * be incomplete, but it never asks for anything that is not required.
 */
export function describeForm(schema: JsonSchema, { maxDepth = 2, ...input }: FormInput): string | undefined {
  for (let depth = maxDepth; depth >= 0; depth -= 1) {
    const form = describeSchema(schema, input, depth);
    if (form === undefined || form.length <= maxCharacters) return form;
  }
  return undefined;
}

/** The values that a schema allows by `const` or `enum`; undefined if it has neither. */
export function findAllowedValues(root: JsonSchema, schema: JsonSchema): readonly Json[] | undefined {
  const direct = followRef(root, schema);
  if (!isObject(direct)) return undefined;
  const value = readMember(direct, "const");
  const values = value === undefined ? readMember(direct, "enum") : [value];
  return Array.isArray(values) ? values : undefined;
}

type FormContext = Omit<FormInput, "maxDepth">;

function describeSchema(schema: JsonSchema, context: FormContext, depth: number): string | undefined {
  const { root, pattern, allowedAt, meter } = context;
  spend(meter, stepsPerForm);
  const allowed = allowedAt(pattern) ?? findAllowedValues(root, schema);
  if (allowed) {
    spend(meter, allowed.length);
    // Only the first values are shown, and a value can be long.
    const texts = allowed.map((value, index) => (index < maxValues ? formatLiteral(value) : ""));
    return joinFirst(texts, maxValues);
  }
  const direct = followRef(root, schema);
  if (!isObject(direct)) return undefined;
  const branches = listBranches(direct, "anyOf");
  const forms =
    branches.length > 0
      ? branches.map((branch) => describeSchema(branch, context, depth))
      : listTypes(root, direct).map((type) => describeType(type, direct, context, depth));
  return forms.length > 0 && forms.every((form) => form !== undefined) ? joinFirst(forms, maxNames) : undefined;
}

function describeType(type: string, schema: JsonObject, context: FormContext, depth: number): string {
  if (type === "array") return describeArray(schema, context, depth);
  if (type === "object") return describeObject(schema, context, depth);
  if (type === "string") return joinParts("a string", listStringParts(schema));
  if (type === "boolean") return "a boolean";
  if (type === "null") return type;
  return [type === "integer" ? "an integer" : "a number", ...listNumberParts(schema)].join(" ");
}

function describeArray(schema: JsonObject, { pattern, ...context }: FormContext, depth: number): string {
  const size = formatRange(schema, "minItems", "maxItems", ["item", "items"]);
  const items = readMember(schema, "items");
  const item =
    depth > 0 && items !== undefined
      ? describeSchema(toSchema(items), { ...context, pattern: [...pattern, "*"] }, depth - 1)
      : undefined;
  return [
    size === undefined ? "an array" : `an array with ${size}`,
    ...(readMember(schema, "uniqueItems") === true ? ["all different"] : []),
    ...(item === undefined ? [] : [`each ${item}`]),
  ].join(", ");
}

function describeObject(schema: JsonObject, context: FormContext, depth: number): string {
  const required = readRequired(schema);
  const { name, tags = [], branches = [] } = lookUpDiscriminator(context.root, schema) ?? {};
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
    return `${joinParts(
      "an object",
      describeMembers(
        schema,
        required.filter((each) => each !== name),
        context,
        0,
      ),
    )} whose ${quote(name)} is ${joinFirst(forms, maxTags)}`;
  }
  if (required.length > 0) return joinParts("an object", describeMembers(schema, required, context, depth));
  const size = formatRange(schema, "minProperties", "maxProperties", ["property", "properties"]);
  return size === undefined ? "an object" : `an object with ${size}`;
}

function describeMembers(
  schema: JsonObject,
  required: readonly string[],
  { pattern, ...context }: FormContext,
  depth: number,
): readonly string[] {
  const members = required.slice(0, maxNames).map((name) => {
    const member = depth > 0 ? readMember(readMembers(schema, "properties"), name) : undefined;
    const form =
      member === undefined
        ? undefined
        : describeSchema(toSchema(member), { ...context, pattern: [...pattern, name] }, depth - 1);
    return form === undefined ? quote(name) : `${quote(name)} (${form})`;
  });
  return [...members, ...(required.length > maxNames ? [`${required.length - maxNames} more`] : [])];
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

function listTypes(root: JsonSchema, schema: JsonObject): readonly string[] {
  const type = readMember(schema, "type");
  if (type !== undefined) return [type].flat().map(String);
  const accepted = [...findAcceptedTypes(root, schema)];
  // A schema that accepts all six types does not restrict the type.
  return accepted.length < 6 ? accepted : [];
}

function joinParts(noun: string, parts: readonly string[]): string {
  return parts.length > 0 ? `${noun} with ${joinList(parts, "and")}` : noun;
}

// A schema with a `$ref` is described as the schema that it refers to.
function followRef(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const target = findRefTarget(root, schema);
  return target ? followRef(root, target.schema) : schema;
}

function formatLiteral(value: Json): string {
  return typeof value === "string" ? quote(value) : sanitizeText(JSON.stringify(value));
}
