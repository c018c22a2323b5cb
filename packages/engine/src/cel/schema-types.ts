import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject, type JsonType, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { acceptedTypes, branchesOf, intersectApplied } from "../schema/accepted-types.ts";
import { compilePattern } from "../schema/pattern.ts";
import { propertyNamesAt, schemasAt } from "../schema/schemas-at.ts";
import { annotationKeywords, refTarget, requiredBy } from "../schema/subschemas.ts";
import type { KnownProperties } from "./facts.ts";
import { isAlwaysPresent } from "./required-property.ts";
import { isInt } from "./values.ts";

const celTypes: { readonly [kind in Exclude<JsonType, "number">]: readonly string[] } = {
  null: ["null_type"],
  boolean: ["bool"],
  string: ["string"],
  array: ["list"],
  object: ["map"],
};
const everything = Object.keys(celTypes).length + 1;

/** What a candidate schema says about the values that a pattern matches, in the types of CEL. */
export interface SchemaTypes {
  exists(pattern: readonly string[]): boolean;
  /** The CEL types that a value there can have; undefined when it can be anything. */
  typesAt(pattern: readonly string[]): ReadonlySet<string> | undefined;
  /**
   * Whether an object always has the property that the pattern ends with, given what is known about the objects on the
   * way: the candidate first. Default: nothing.
   */
  isRequired(pattern: readonly string[], known?: readonly KnownProperties[]): boolean;
  /** Whether a part of the schema requires it, such as one branch. */
  isRequiredSomewhere(pattern: readonly string[]): boolean;
  /** How many items an array there has at least, if the part of the schema applies that requires the most. */
  minItemsAt(pattern: readonly string[]): number;
  /** A string of digits that is accepted there, although an integer cannot hold it. */
  longDigitsAt(pattern: readonly string[]): string | undefined;
  /** The properties that are declared there. */
  membersAt(pattern: readonly string[]): readonly string[];
  /** The strings that are allowed there, if the schema lists them. */
  textsAt(pattern: readonly string[]): readonly string[] | undefined;
}

const nothing: KnownProperties = new Map();

/** What a schema says; `ownerKinds` are the only kinds of owners that a valid candidate can have. */
export function createSchemaTypes(root: JsonSchema, ownerKinds?: readonly string[]): SchemaTypes {
  const objectsAt = (pattern: readonly string[]) =>
    schemasAt(root, pattern).flatMap(({ schema }) => (isObject(schema) ? [schema] : []));
  // Every comparison in an expression asks this about the property that it compares.
  const withoutFacts = new Map<string, boolean>();
  return {
    exists: (pattern) => schemasAt(root, pattern).length > 0,
    typesAt(pattern) {
      const telling = objectsAt(pattern).filter((schema) => acceptedTypes(root, schema).size < everything);
      if (telling.length === 0) return undefined;
      return new Set(
        telling.flatMap((schema) =>
          [...acceptedTypes(root, schema)].flatMap((kind) =>
            kind === "number" ? [...numberTypesOf(root, schema)] : celTypes[kind],
          ),
        ),
      );
    },
    isRequired(pattern, known) {
      if (known) return isAlwaysPresent({ root, pattern, knownAt: (tokens) => known[tokens] ?? nothing });
      const pointer = pointerOf(pattern);
      const required = withoutFacts.get(pointer) ?? isAlwaysPresent({ root, pattern, knownAt: () => nothing });
      withoutFacts.set(pointer, required);
      return required;
    },
    isRequiredSomewhere(pattern) {
      return objectsAt(pattern.slice(0, -1)).some((schema) => requiredBy(schema).includes(pattern.at(-1) ?? ""));
    },
    minItemsAt: (pattern) =>
      Math.max(0, ...objectsAt(pattern).flatMap((schema) => [atLeast(schema, "minItems"), containedItems(schema)])),
    longDigitsAt(pattern) {
      const schemas = schemasAt(root, pattern).map(({ schema }) => schema);
      return longDigits.find((digits) => schemas.every((schema) => acceptsText(schema, digits)));
    },
    membersAt: (pattern) => propertyNamesAt(root, pattern),
    textsAt(pattern) {
      if (ownerKinds && pointerOf(pattern) === "/owner/kind") return ownerKinds;
      const texts = new Set<string>();
      for (const { schema } of schemasAt(root, pattern)) {
        if (!acceptedTypes(root, schema).has("string")) continue;
        const listed = listedTexts(root, schema);
        // Where one of the schemas accepts any string, it may be the only one that applies.
        if (!listed) return undefined;
        for (const text of listed) texts.add(text);
      }
      return texts.size > 0 ? [...texts] : undefined;
    },
  };
}

function atLeast(schema: JsonObject, keyword: "minItems" | "minContains"): number {
  const minimum = member(schema, keyword);
  return typeof minimum === "number" ? minimum : 0;
}

function containedItems(schema: JsonObject): number {
  if (!Object.hasOwn(schema, "contains")) return 0;
  return Object.hasOwn(schema, "minContains") ? atLeast(schema, "minContains") : 1;
}

// The largest integer of 64 bits has 19 digits, and begins with 92.
const longDigits = [20, 19, 21, 24, 32].map((length) => "9".repeat(length));

// Whether the keywords of one schema accept a string; false where that depends on keywords that are not looked at.
function acceptsText(schema: JsonSchema, text: string): boolean {
  if (!isObject(schema)) return schema;
  return Object.entries(schema).every(([keyword, value]) => {
    switch (keyword) {
      case "type":
        return [value].flat().includes("string");
      case "minLength":
        return text.length >= Number(value);
      case "maxLength":
        return text.length <= Number(value);
      case "pattern":
        return compilePattern(String(value), () => {}).test(text);
      // What they lead to is among the schemas of the place.
      case "$ref":
      case "allOf":
        return true;
      default:
        return annotationKeywords.has(keyword);
    }
  });
}

// The strings that a schema lists, itself or through the schemas applied with it; undefined if it accepts others.
function listedTexts(root: JsonSchema, schema: JsonSchema): ReadonlySet<string> | undefined {
  if (!isObject(schema)) return schema ? undefined : new Set();
  const value = member(schema, "const");
  const values = member(schema, "enum") ?? (value === undefined ? undefined : [value]);
  if (Array.isArray(values)) return new Set(values.filter((each) => typeof each === "string"));
  const target = refTarget(root, schema);
  for (const applied of [...(target ? [target.schema] : []), ...branchesOf(schema, "allOf")]) {
    const listed = listedTexts(root, applied);
    if (listed) return listed;
  }
  const branches = branchesOf(schema, "anyOf").map((branch) =>
    acceptedTypes(root, branch).has("string") ? listedTexts(root, branch) : new Set<string>(),
  );
  if (branches.length === 0 || branches.includes(undefined)) return undefined;
  return branches.reduce<ReadonlySet<string>>((all, listed) => all.union(listed ?? all), new Set());
}

type NumberType = "int" | "double";

// A whole number is an int in CEL and any other a double, so it matters which of them a schema accepts.
function numberTypesOf(root: JsonSchema, schema: JsonSchema): ReadonlySet<NumberType> {
  if (!isObject(schema)) return new Set(schema === false ? [] : (["int", "double"] as const));
  return intersectApplied(root, schema, ownNumberTypes(schema), (inner) => numberTypesOf(root, inner));
}

function ownNumberTypes(schema: JsonObject): readonly NumberType[] {
  const value = member(schema, "const");
  const values = member(schema, "enum") ?? (value === undefined ? undefined : [value]);
  if (Array.isArray(values)) {
    return values.filter((each) => typeof each === "number").map((each) => (isInt(each) ? "int" : "double"));
  }
  const types = [member(schema, "type") ?? "number"].flat();
  if (types.includes("number") && !Number.isInteger(member(schema, "multipleOf"))) return ["int", "double"];
  return types.includes("number") || types.includes("integer") ? ["int"] : [];
}
