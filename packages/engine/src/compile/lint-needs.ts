import type { JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { needsWithoutProperty } from "../schema/owner-decisions.ts";

/** Every `needs` that marks no property, so that no diagnostic would ever say it. */
export function lintNeeds(schema: JsonSchema, path: readonly string[]): readonly SpecProblem[] {
  return needsWithoutProperty(schema).map((at) =>
    specProblem(
      "spec.unreachable",
      [...path, ...at, "needs"],
      "No property of a candidate has this schema, so needs has no effect here.",
      'Move it into the schema of a property, inside "properties" in candidateSchema, or remove it.',
    ),
  );
}
