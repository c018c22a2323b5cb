import { type Json, type JsonObject, limits } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { findPlace, followRef, type Part, type Place } from "../schema/place.ts";
import { formatCount, joinFirst, joinList } from "../text/phrases.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";

const maxCharacters = 300;
const maxNames = 8;
const maxTags = 8;
const maxValues = 12;
const stepsPerForm = 16;

/**
 * Describes what a part and the rules require of a value at a place, as part of a sentence: its type and bounds, the allowed
 * values, the required properties of an object, and the further properties that each tag requires. The description can
 * be incomplete, but it never asks for anything that is not required. It has at most `maxDepth` levels, and fewer if it would
 * be too long.
 */
export function describeForm(place: Place, part: Part | undefined, meter: Meter, maxDepth = 2): string | undefined {
  for (let depth = maxDepth; depth >= 0; depth -= 1) {
    const form = describePart(place, part, { meter, depth });
    if (form === undefined || form.length <= maxCharacters) return form;
  }
  return undefined;
}

/** A description, and how many levels it may still have. */
interface Context {
  readonly meter: Meter;
  readonly depth: number;
}

function describePart(place: Place, part: Part | undefined, context: Context): string | undefined {
  spend(context.meter, stepsPerForm);
  if (!part) return undefined;
  const allowed = place.listAllowed(part);
  if (allowed) {
    spend(context.meter, allowed.length);
    // Only the first values are shown, and a value can be long.
    const texts = allowed.map((value, index) => (index < maxValues ? formatLiteral(value) : ""));
    return joinFirst(texts, maxValues);
  }
  const direct = followRef(part);
  const { schema } = direct;
  if (!isObject(schema)) return undefined;
  const forms = Object.hasOwn(schema, "anyOf")
    ? (direct.alternatives[0] ?? []).map((branch) => describePart(findPlace(branch), branch, context))
    : listTypes(direct, schema).map((type) => describeType(type, place, direct, context));
  return forms.length > 0 && forms.every((form) => form !== undefined) ? joinFirst(forms, maxNames) : undefined;
}

// Describes what the value contains, one level deeper.
function describeInner(
  place: Place | undefined,
  part: Part | undefined,
  { meter, depth }: Context,
): string | undefined {
  return place && part && depth > 0 ? describePart(place, part, { meter, depth: depth - 1 }) : undefined;
}

function describeType(type: string, place: Place, part: Part, context: Context): string {
  const schema = part.schema as JsonObject;
  if (type === "array") return describeArray(place, part, context);
  if (type === "object") return describeObject(place, part, context);
  if (type === "string") return joinParts("a string", listStringParts(schema));
  if (type === "boolean") return "a boolean";
  if (type === "null") return type;
  return [type === "integer" ? "an integer" : "a number", ...listNumberParts(schema)].join(" ");
}

function describeArray(place: Place, { schema, firstItems, items }: Part, context: Context): string {
  const size = formatRange(schema as JsonObject, "minItems", "maxItems", ["item", "items"]);
  const item = describeInner(place.item(firstItems.length), items, context);
  return [
    size === undefined ? "an array" : `an array with ${size}`,
    ...(readMember(schema as JsonObject, "uniqueItems") === true ? ["all different"] : []),
    ...(item === undefined ? [] : [`each ${item}`]),
  ].join(", ");
}

function describeObject(place: Place, part: Part, context: Context): string {
  const { required } = part;
  if (part.tagged) {
    const { name, tags } = part.tagged;
    const forms = (part.alternatives.at(-1) ?? []).map((branch, index) => {
      const branchRequired = findPlace(branch).required;
      spend(context.meter, 1 + branchRequired.length);
      const others = branchRequired.filter((each) => each !== name && !required.includes(each));
      return joinParts(
        quote(tags[index] ?? ""),
        others.map((each) => quote(each)),
      );
    });
    const others = required.filter((each) => each !== name);
    const members = describeMembers(place, part, others, { ...context, depth: 0 });
    return `${joinParts("an object", members)} whose ${quote(name)} is ${joinFirst(forms, maxTags)}`;
  }
  if (required.length > 0) return joinParts("an object", describeMembers(place, part, required, context));
  const size = formatRange(part.schema as JsonObject, "minProperties", "maxProperties", ["property", "properties"]);
  const { otherMembers } = part;
  const isMap = isObject(otherMembers?.schema ?? null);
  const value = isMap && otherMembers ? describeInner(findPlace(otherMembers), otherMembers, context) : undefined;
  return [
    size === undefined ? "an object" : `an object with ${size}`,
    ...(value === undefined ? [] : [`each ${value}`]),
  ].join(", ");
}

function describeMembers(
  place: Place,
  { members }: Part,
  required: readonly string[],
  context: Context,
): readonly string[] {
  const texts = required.slice(0, maxNames).map((name) => {
    const form = describeInner(place.member(name, context.meter), members.get(name), context);
    return form === undefined ? quote(name) : `${quote(name)} (${form})`;
  });
  return [...texts, ...(required.length > maxNames ? [`${required.length - maxNames} more`] : [])];
}

function listStringParts(schema: JsonObject): readonly string[] {
  const { pattern, format, message } = schema;
  const size = formatRange(schema, "minLength", "maxLength", ["character", "characters"]);
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
