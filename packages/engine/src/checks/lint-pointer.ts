import type { SpecPackage, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { acceptedTypes, type Kind } from "../schema/accepted-types.ts";
import { schemasAt } from "../schema/schemas-at.ts";
import type { Subschema } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

/** The schemas that speak of a place. */
export function schemasAtPointer(spec: SpecPackage, pointer: string): readonly Subschema[] {
  return schemasAt(spec.candidateSchema, parsePattern(pointer));
}

/** A problem when no candidate can have a value of this kind at the place; `at` leads to the member that names it. */
export function lintPointer(
  spec: SpecPackage,
  pointer: string,
  kind: Kind | "any",
  at: readonly string[],
): readonly SpecProblem[] {
  const schemas = schemasAtPointer(spec, pointer);
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
  const reachable = schemas.some(
    ({ schema }) => kind === "any" || acceptedTypes(spec.candidateSchema, schema).has(kind),
  );
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
