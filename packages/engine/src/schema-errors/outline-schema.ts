import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { asSchema, membersOf, refTarget, requiredBy } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";
import { joinList } from "../text/phrases.ts";
import { describeScalar, eitherValue, withParts } from "./describe-schema.ts";

interface OutlineInput {
  readonly root: JsonSchema;
  /** Where the value would be. */
  readonly pattern: readonly string[];
  /** The only values that rules accept where a pointer pattern leads. */
  allowedAt(pattern: readonly string[]): readonly Json[] | undefined;
  readonly meter: Meter;
  /** How many levels of items and properties are described too, if that is short. */
  readonly maxDepth: number;
}

const maxNames = 8;
const stepsPerOutline = 16;

/**
 * Outlines what a schema and the rules beside it ask for, as part of a sentence: the type, its bounds and the allowed
 * values, down to the items of an array if that is short. Everything that it says is required; it need not say everything.
 */
export function outlineSchema(schema: JsonSchema, input: OutlineInput): string | undefined {
  for (let depth = input.maxDepth; depth >= 0; depth -= 1) {
    const form = outline(schema, input, depth);
    if (form === undefined || form.length <= limits.specPackageText) return form;
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

function outline(schema: JsonSchema, input: OutlineInput, depth: number): string | undefined {
  const { root, pattern, allowedAt, meter } = input;
  spend(meter, stepsPerOutline);
  const allowed = allowedAt(pattern) ?? soleValues(root, schema);
  if (allowed) return eitherValue(allowed);
  const direct = followRef(root, schema);
  if (!isObject(direct)) return undefined;
  const types = typesOf(root, direct);
  const forms = types.map((type) => outlineType(type, direct, input, depth)).filter((form) => form !== undefined);
  return forms.length === types.length && forms.length > 0 ? joinList(forms, "or") : undefined;
}

function outlineType(type: string, schema: JsonObject, input: OutlineInput, depth: number): string | undefined {
  if (type === "array") return outlineArray(schema, input, depth);
  return type === "object" ? outlineObject(schema, input, depth) : describeScalar(type, schema);
}

function outlineArray(schema: JsonObject, { pattern, ...input }: OutlineInput, depth: number): string {
  const size = rangeOf(schema, "minItems", "maxItems", ["item", "items"]);
  const items = member(schema, "items");
  const item =
    depth > 0 && items !== undefined
      ? outline(asSchema(items), { ...input, pattern: [...pattern, "*"] }, depth - 1)
      : undefined;
  return [
    size === undefined ? "an array" : `an array with ${size}`,
    ...(member(schema, "uniqueItems") === true ? ["all different"] : []),
    ...(item === undefined ? [] : [`each ${item}`]),
  ].join(", ");
}

function outlineObject(schema: JsonObject, { pattern, ...input }: OutlineInput, depth: number): string {
  const required = requiredBy(schema);
  if (required.length === 0) {
    const size = rangeOf(schema, "minProperties", "maxProperties", ["property", "properties"]);
    return size === undefined ? "an object" : `an object with ${size}`;
  }
  const members = required.slice(0, maxNames).map((name) => {
    const own = member(membersOf(schema, "properties"), name);
    const isOwnerId = pattern.length === 1 && pattern[0] === "owner" && name === "id" && saysForm(own);
    const form =
      (depth > 0 || isOwnerId) && own !== undefined
        ? outline(asSchema(own), { ...input, pattern: [...pattern, name] }, Math.max(0, depth - 1))
        : undefined;
    return form === undefined ? quoted(name) : `${quoted(name)} (${form})`;
  });
  const more = required.length > maxNames ? [`${required.length - maxNames} more`] : [];
  return withParts("an object", [...members, ...more]);
}

// Which ids there are, nobody but the owner knows; what they look like, the package may tell.
function saysForm(schema: Json | undefined): boolean {
  return isObject(schema) && (member(schema, "message") !== undefined || member(schema, "format") !== undefined);
}

function rangeOf(schema: JsonObject, min: string, max: string, nouns: readonly [string, string]): string | undefined {
  const [least, most] = [member(schema, min), member(schema, max)];
  const counted = (count: Json) => `${count} ${count === 1 ? nouns[0] : nouns[1]}`;
  if (most === undefined) return least === undefined || least === 0 ? undefined : `at least ${counted(least)}`;
  if (least === undefined || least === 0) return `at most ${counted(most)}`;
  return least === most ? counted(most) : `${least} to ${counted(most)}`;
}

function typesOf(root: JsonSchema, schema: JsonObject): readonly string[] {
  const type = member(schema, "type");
  if (type !== undefined) return [type].flat().map(String);
  const accepted = [...acceptedTypes(root, schema)];
  // Six types are no restriction.
  return accepted.length < 6 ? accepted : [];
}

// A schema that only refers to another one is that one.
function followRef(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const target = refTarget(root, schema);
  return target ? followRef(root, target.schema) : schema;
}
