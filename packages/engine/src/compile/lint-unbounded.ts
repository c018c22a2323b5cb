import type { SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject } from "../json/json.ts";
import { findPlace, type Part, Place } from "../schema/place.ts";
import type { ReadSchema } from "../schema/read-schema.ts";
import { annotationKeywords } from "../schema/subschemas.ts";
import { isScalar } from "./lint-unions.ts";

// The types whose values can have any size.
const sizedTypes = ["string", "array", "object"] as const;
type SizedType = (typeof sizedTypes)[number];

const missingBounds: { readonly [type in SizedType | "any"]: readonly [message: string, advice: string] } = {
  any: ["This schema accepts anything.", 'Add a "type" with its limits, an "enum" or a "const".'],
  string: ["This string has no maximum length.", 'Add "maxLength".'],
  array: ["This array allows any number of items, or items of any type.", 'Add "maxItems" and "items".'],
  object: [
    "This object allows any number of properties, or properties of any type.",
    'Add "additionalProperties": false, or give it a schema and add "maxProperties". It knows only the "properties" beside it: list those of other parts there as true.',
  ],
};

/** Reports places that accept a string, array or object of any size. */
export function lintUnbounded({ root }: ReadSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();

  function report(place: Place): void {
    const unbounded = sizedTypes.filter((type) => !isBounded(place, type));
    const acceptsAnything = unbounded.length === sizedTypes.length;
    for (const type of acceptsAnything ? (["any"] as const) : unbounded) {
      const [message, advice] = missingBounds[type];
      for (const { path } of type === "any" ? place.parts.slice(0, 1) : findUnboundedParts(place, type)) {
        const problem = createSpecProblem("spec.unbounded", [...schemaPath, ...path], message, advice);
        problems.set(`${problem.at} ${message}`, problem);
      }
    }
  }

  // Visits what the values of a place contain. Each reference causes another visit; the limit on the expanded size bounds
  // the visits.
  function visit(place: Place, around: readonly Part[] = []): void {
    for (const inner of place.listInner()) {
      report(inner);
      visit(inner);
    }
    const added = place.parts.filter((part) => !around.includes(part));
    for (const branch of added.flatMap(({ alternatives }) => alternatives.flat()))
      if (!isScalar(branch)) visit(new Place([...place.parts, branch]), place.parts);
  }

  report(findPlace(root));
  visit(findPlace(root));
  return [...problems.values()];
}

function isBounded(place: Place, type: SizedType): boolean {
  return (
    !place.types.has(type) ||
    place.parts.some(
      (part) =>
        hasBound(part, type) ||
        part.alternatives.some((branches) => branches.every((branch) => isBounded(findPlace(branch), type))),
    )
  );
}

function hasBound({ schema, patternMembers }: Part, type: SizedType): boolean {
  if (!isObject(schema)) return false;
  const has = (keyword: string) => Object.hasOwn(schema, keyword);
  if (has("enum") || has("const")) return true;
  if (type === "string") return has("maxLength");
  if (type === "array") return schema.items === false || (has("items") && has("maxItems"));
  const isClosed = schema.additionalProperties === false && patternMembers.length === 0;
  return isClosed || (has("additionalProperties") && has("maxProperties"));
}

// Finds the parts that need a bound: the first part or, if it only refers to others, its definition or branches.
function findUnboundedParts({ parts: [part] }: Place, type: SizedType): readonly Part[] {
  if (!part) return [];
  const { schema, included, alternatives } = part;
  const target = isObject(schema) && Object.hasOwn(schema, "$ref") ? included.slice(0, 1) : [];
  const others = [...target, ...alternatives.flat()];
  const constraints = Object.keys(schema).filter((name) => name !== "type" && !annotationKeywords.has(name));
  if (others.length === 0 || constraints.length > 1) return [part];
  return others
    .map(findPlace)
    .filter((place) => !isBounded(place, type))
    .flatMap((place) => findUnboundedParts(place, type));
}
