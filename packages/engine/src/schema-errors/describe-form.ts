import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { acceptedTypes, branchesOf } from "../schema/accepted-types.ts";
import { discriminatorOf } from "../schema/discriminator.ts";
import { asSchema, membersOf, refTarget, requiredBy } from "../schema/subschemas.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { counted, joinFirst, joinList } from "../text/phrases.ts";

/** Where a value would be, and what is known about it besides its schema. */
export interface FormInput {
  readonly root: JsonSchema;
  readonly pattern: readonly string[];
  /** The only values that rules accept where a pointer pattern leads. */
  allowedAt(pattern: readonly string[]): readonly Json[] | undefined;
  readonly meter: Meter;
  /** How many levels of items and properties are described too, if that is short. Default: 2. */
  readonly maxDepth?: number;
}

const maxCharacters = 300;
const maxNames = 8;
const maxTags = 8;
const maxValues = 12;
const stepsPerForm = 16;

/**
 * Describes what a schema and the rules beside it ask for, as part of a sentence: the type, its bounds and the allowed values,
 * the required properties of an object, and those of each form that its tag selects. Everything that it says is required; it
 * need not say everything.
 */
export function describeForm(schema: JsonSchema, { maxDepth = 2, ...input }: FormInput): string | undefined {
  for (let depth = maxDepth; depth >= 0; depth -= 1) {
    const form = formOf(schema, input, depth);
    if (form === undefined || form.length <= maxCharacters) return form;
  }
  return undefined;
}

/** The values of a schema that lists them. */
export function soleValues(root: JsonSchema, schema: JsonSchema): readonly Json[] | undefined {
  const direct = followRef(root, schema);
  if (!isObject(direct)) return undefined;
  const value = member(direct, "const");
  const values = value === undefined ? member(direct, "enum") : [value];
  return Array.isArray(values) ? values : undefined;
}

type Place = Omit<FormInput, "maxDepth">;

function formOf(schema: JsonSchema, place: Place, depth: number): string | undefined {
  const { root, pattern, allowedAt, meter } = place;
  spend(meter, stepsPerForm);
  const allowed = allowedAt(pattern) ?? soleValues(root, schema);
  if (allowed) return joinFirst(allowed.map(written), maxValues);
  const direct = followRef(root, schema);
  if (!isObject(direct)) return undefined;
  const branches = branchesOf(direct, "anyOf");
  const forms =
    branches.length > 0
      ? branches.map((branch) => formOf(branch, place, depth))
      : typesOf(root, direct).map((type) => formOfType(type, direct, place, depth));
  return forms.length > 0 && forms.every((form) => form !== undefined) ? joinFirst(forms, maxNames) : undefined;
}

function formOfType(type: string, schema: JsonObject, place: Place, depth: number): string {
  if (type === "array") return formOfArray(schema, place, depth);
  if (type === "object") return formOfObject(schema, place, depth);
  if (type === "string") return withParts("a string", stringParts(schema));
  if (type === "boolean") return "a boolean";
  if (type === "null") return type;
  return [type === "integer" ? "an integer" : "a number", ...numberParts(schema)].join(" ");
}

function formOfArray(schema: JsonObject, { pattern, ...place }: Place, depth: number): string {
  const size = rangeOf(schema, "minItems", "maxItems", ["item", "items"]);
  const items = member(schema, "items");
  const item =
    depth > 0 && items !== undefined
      ? formOf(asSchema(items), { ...place, pattern: [...pattern, "*"] }, depth - 1)
      : undefined;
  return [
    size === undefined ? "an array" : `an array with ${size}`,
    ...(member(schema, "uniqueItems") === true ? ["all different"] : []),
    ...(item === undefined ? [] : [`each ${item}`]),
  ].join(", ");
}

function formOfObject(schema: JsonObject, place: Place, depth: number): string {
  const required = requiredBy(schema);
  const { name, tags = [], branches = [] } = discriminatorOf(place.root, schema) ?? {};
  if (name !== undefined) {
    const others = (index: number) =>
      (branches[index]?.required ?? []).filter((each) => each !== name && !required.includes(each));
    const forms = tags.map((tag, index) =>
      withParts(
        quoted(tag),
        others(index).map((each) => quoted(each)),
      ),
    );
    return `${withParts(
      "an object",
      membersIn(
        schema,
        required.filter((each) => each !== name),
        place,
        0,
      ),
    )} whose ${quoted(name)} is ${joinFirst(forms, maxTags)}`;
  }
  if (required.length > 0) return withParts("an object", membersIn(schema, required, place, depth));
  const size = rangeOf(schema, "minProperties", "maxProperties", ["property", "properties"]);
  return size === undefined ? "an object" : `an object with ${size}`;
}

function membersIn(
  schema: JsonObject,
  required: readonly string[],
  { pattern, ...place }: Place,
  depth: number,
): readonly string[] {
  const members = required.slice(0, maxNames).map((name) => {
    const own = depth > 0 ? member(membersOf(schema, "properties"), name) : undefined;
    const form =
      own === undefined ? undefined : formOf(asSchema(own), { ...place, pattern: [...pattern, name] }, depth - 1);
    return form === undefined ? quoted(name) : `${quoted(name)} (${form})`;
  });
  return [...members, ...(required.length > maxNames ? [`${required.length - maxNames} more`] : [])];
}

function stringParts({ minLength, maxLength, pattern, format, message }: JsonObject): readonly string[] {
  const size = rangeOf({ minLength, maxLength } as JsonObject, "minLength", "maxLength", ["character", "characters"]);
  const form =
    typeof pattern !== "string"
      ? undefined
      : typeof message === "string"
        ? `the form ${quoted(message, limits.specPackageText)}`
        : `the pattern ${quoted(pattern, limits.specPackageText)}`;
  return [size, form, format === undefined ? undefined : `the format ${format}`].filter((part) => part !== undefined);
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

function rangeOf(schema: JsonObject, min: string, max: string, nouns: readonly [string, string]): string | undefined {
  const [least, most] = [member(schema, min), member(schema, max)].map((bound) =>
    typeof bound === "number" ? bound : undefined,
  );
  if (most === undefined) return least === undefined || least === 0 ? undefined : `at least ${counted(least, nouns)}`;
  if (least === undefined || least === 0) return `at most ${counted(most, nouns)}`;
  return least === most ? counted(most, nouns) : `${least} to ${counted(most, nouns)}`;
}

function typesOf(root: JsonSchema, schema: JsonObject): readonly string[] {
  const type = member(schema, "type");
  if (type !== undefined) return [type].flat().map(String);
  const accepted = [...acceptedTypes(root, schema)];
  // A schema that accepts every type asks for none.
  return accepted.length < 6 ? accepted : [];
}

function withParts(noun: string, parts: readonly string[]): string {
  return parts.length > 0 ? `${noun} with ${joinList(parts, "and")}` : noun;
}

// A schema that only refers to another one is that one.
function followRef(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const target = refTarget(root, schema);
  return target ? followRef(root, target.schema) : schema;
}

function written(value: Json): string {
  return typeof value === "string" ? quoted(value) : outsideText(JSON.stringify(value));
}
