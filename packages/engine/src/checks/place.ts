import type { SpecPackage, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { tokensOf } from "../json/pointer.ts";
import { schemasAt } from "../schema/places.ts";
import type { Subschema } from "../schema/tree.ts";
import { type Kind, kindsOf } from "../schema/value-types.ts";
import { quoted } from "../text/outside-text.ts";

/** The tokens of a pointer whose form the spec package's schema has checked. */
export function placeOf(pointer: string): readonly string[] {
  return tokensOf(pointer) ?? [];
}

/** The part of a place before its first `*`: what must be usable for there to be anything at all. */
export function fixedPart(place: readonly string[]): readonly string[] {
  const star = place.indexOf("*");
  return star < 0 ? place : place.slice(0, star);
}

/** The schemas that speak of a place. */
export function schemasOf(spec: SpecPackage, pointer: string): readonly Subschema[] {
  return schemasAt(spec.candidateSchema, placeOf(pointer));
}

/** A problem when no candidate can have a value of this kind at the place; `at` leads to the member that names it. */
export function lintPlace(
  spec: SpecPackage,
  pointer: string,
  kind: Kind | "any",
  at: readonly string[],
): readonly SpecProblem[] {
  const schemas = schemasOf(spec, pointer);
  if (schemas.length === 0) {
    return [
      specProblem(
        "spec.unreachable",
        at,
        `No candidate has the place ${quoted(pointer)}: candidateSchema does not know it.`,
        "Name a place that candidateSchema describes; write * for each item of a list.",
      ),
    ];
  }
  const reachable = schemas.some(({ schema }) => kind === "any" || kindsOf(spec.candidateSchema, schema).has(kind));
  if (reachable) return [];
  return [
    specProblem(
      "spec.unreachable",
      at,
      `The place ${quoted(pointer)} never holds ${kind === "object" ? "an object" : `a ${kind === "string" ? "text" : kind}`}.`,
      "Name a place that does, or change its type in candidateSchema.",
    ),
  ];
}
