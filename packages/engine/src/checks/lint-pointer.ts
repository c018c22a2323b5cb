import type { SpecPackage, SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import type { JsonType } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { suggestName } from "../names/find-closest.ts";
import { findAcceptedTypes } from "../schema/find-accepted-types.ts";
import { findSchemas, listPropertyNames } from "../schema/find-schemas.ts";
import type { Subschema } from "../schema/subschemas.ts";
import { addArticle } from "../text/phrases.ts";
import { quote } from "../text/sanitize-text.ts";

/** Finds the schemas that apply to the values that a pointer pattern matches. */
export function findPointerSchemas(spec: SpecPackage, pattern: string): readonly Subschema[] {
  return findSchemas(spec.candidateSchema, parsePattern(pattern));
}

/** Reports a pattern that matches no value of this type in any candidate; `path` is the path of the pattern. */
export function lintPointer(
  spec: SpecPackage,
  pattern: string,
  type: JsonType | "any",
  path: readonly string[],
): readonly SpecProblem[] {
  const schemas = findPointerSchemas(spec, pattern);
  if (schemas.length === 0) {
    return [
      createSpecProblem(
        "spec.unreachable",
        path,
        `No candidate has ${quote(pattern)}: candidateSchema does not define it.`,
        suggestToken(spec, parsePattern(pattern)) ??
          "Use a pointer that candidateSchema defines, with * for each item of an array or value of a map.",
      ),
    ];
  }
  const isReachable = schemas.some(
    ({ schema }) => type === "any" || findAcceptedTypes(spec.candidateSchema, schema).has(type),
  );
  if (isReachable) return [];
  return [
    createSpecProblem(
      "spec.unreachable",
      path,
      `The value at ${quote(pattern)} is never ${addArticle(type)}.`,
      "Use another pointer, or change the type in candidateSchema.",
    ),
  ];
}

// Suggests a name for the first token that the schema does not define.
function suggestToken({ candidateSchema }: SpecPackage, pattern: readonly string[]): string | undefined {
  const index = pattern.findIndex((_, i) => findSchemas(candidateSchema, pattern.slice(0, i + 1)).length === 0);
  return suggestName(pattern[index] ?? "", listPropertyNames(candidateSchema, pattern.slice(0, index)));
}
