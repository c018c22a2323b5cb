import type { SpecPackage, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import type { JsonType } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { didYouMean } from "../names/closest.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { propertyNamesAt, schemasAt } from "../schema/schemas-at.ts";
import type { Subschema } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";
import { withArticle } from "../text/phrases.ts";

/** The schemas that apply to the values that a pointer pattern matches. */
export function schemasAtPointer(spec: SpecPackage, pattern: string): readonly Subschema[] {
  return schemasAt(spec.candidateSchema, parsePattern(pattern));
}

/** A problem if no candidate can have a value of this type there; `path` leads to the pattern in the spec package. */
export function lintPointer(
  spec: SpecPackage,
  pattern: string,
  type: JsonType | "any",
  path: readonly string[],
): readonly SpecProblem[] {
  const schemas = schemasAtPointer(spec, pattern);
  if (schemas.length === 0) {
    return [
      specProblem(
        "spec.unreachable",
        path,
        `No candidate has ${quoted(pattern)}: candidateSchema does not define it.`,
        nearName(spec, parsePattern(pattern)) ??
          "Use a pointer that candidateSchema defines, with * for each item of an array or value of a map.",
      ),
    ];
  }
  const reachable = schemas.some(
    ({ schema }) => type === "any" || acceptedTypes(spec.candidateSchema, schema).has(type),
  );
  if (reachable) return [];
  return [
    specProblem(
      "spec.unreachable",
      path,
      `The value at ${quoted(pattern)} is never ${withArticle(type)}.`,
      "Use another pointer, or change the type in candidateSchema.",
    ),
  ];
}

// For the first token that the schema does not define.
function nearName({ candidateSchema }: SpecPackage, pattern: readonly string[]): string | undefined {
  const index = pattern.findIndex((_, i) => schemasAt(candidateSchema, pattern.slice(0, i + 1)).length === 0);
  return didYouMean(pattern[index] ?? "", propertyNamesAt(candidateSchema, pattern.slice(0, index)));
}
