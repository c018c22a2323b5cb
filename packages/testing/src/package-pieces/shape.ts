import type { Json, JsonObject } from "@assay/contract";
import type { Random } from "../seeded-random.ts";

/** What makes corrections difficult: they change which parts of a schema apply, or what another rule reads. */
export const packageKinds = [
  "conditions",
  "nested tags",
  "disagreeing lists",
  "warning aliases",
  "sorting",
  "records",
] as const;
export type PackageKind = (typeof packageKinds)[number];

/** What the parts of one generated package share. */
export interface Builder {
  readonly random: Random;
  /** The kinds of the parts that were added so far. */
  readonly kinds: Set<PackageKind>;
}

/** An object of a candidate under construction. The pointers of its rules and normalizations start at the object. */
export interface Shape {
  readonly properties: Record<string, JsonObject>;
  readonly required: string[];
  /** Schemas that apply to the object too. */
  readonly parts: JsonObject[];
  /** The members of the object in the valid candidate, which every part of the package accepts. */
  readonly example: Record<string, Json>;
  readonly rules: JsonObject[];
  readonly normalize: JsonObject[];
  readonly words: Word[];
}

/** A property with a list of words. */
export interface Word {
  readonly name: string;
  readonly values: readonly string[];
  /** Its value in the example. */
  readonly value: string;
  /** Whether a rule may list words that the schema does not list. */
  readonly isOpen: boolean;
}

/** The schema of a short text. */
export const text: JsonObject = { type: "string", maxLength: 20 };

/** Adds a property to an object, and returns its name. Without a value, the example does not have it. */
export function addProperty(
  shape: Shape,
  name: string,
  schema: JsonObject,
  value?: Json,
  presence: "required" | "optional" = "required",
): string {
  if (Object.hasOwn(shape.properties, name)) return addProperty(shape, `${name}Also`, schema, value, presence);
  shape.properties[name] = schema;
  if (value === undefined) return name;
  shape.example[name] = value;
  if (presence === "required") shape.required.push(name);
  return name;
}

/** Adds the rules and normalizations of an inner object. */
export function addRules(outer: Shape, { rules, normalize }: Pick<Shape, "rules" | "normalize">, at: string): void {
  const move = (rule: JsonObject) => {
    const fields = rule.fieldsAt === undefined ? {} : { fieldsAt: `${at}${rule.fieldsAt}` };
    return { ...rule, at: `${at}${rule.at}`, ...fields };
  };
  outer.rules.push(...rules.map(move));
  outer.normalize.push(...normalize.map(move));
}

/** Creates a rule in CEL about an object. */
export function createExpression(assert: string): JsonObject {
  return { check: "cel", at: "", assert, message: "Change it." };
}

/** Writes an object as a closed schema. */
export function toSchema({ properties, required, parts, example }: Shape, random: Random): JsonObject {
  const [first = {}, ...others] = parts;
  const isDirect = "if" in first && random.below(2) === 0;
  const allOf = isDirect ? others : parts;
  const maxProperties = Object.keys(example).length + random.below(2);
  return {
    type: "object",
    properties,
    required,
    additionalProperties: false,
    ...(random.below(5) === 0 ? { maxProperties } : {}),
    ...(isDirect ? first : {}),
    ...(allOf.length > 0 ? { allOf } : {}),
  };
}
