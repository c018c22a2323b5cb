import { isIndex, type SpecPackage, type SpecProblem } from "@assay/contract";
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
  if (schemas.length === 0) return [createUndefinedProblem(spec, pattern, path)];
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

// Reports the first token that the schema does not define.
function createUndefinedProblem(
  { candidateSchema: root }: SpecPackage,
  pattern: string,
  path: readonly string[],
): SpecProblem {
  const tokens = parsePattern(pattern);
  const index = tokens.findIndex((_, i) => findSchemas(root, tokens.slice(0, i + 1)).length === 0);
  const token = tokens[index] ?? "";
  const parent = tokens.slice(0, index);
  const isInArray = findSchemas(root, parent).some(({ schema }) => findAcceptedTypes(root, schema).has("array"));
  if (isInArray && isIndex(token)) {
    const message = `${quote(pattern)} names one item of an array, but rules apply to every item.`;
    return createSpecProblem("spec.unreachable", path, message, "Write * for the items, or point to the whole array.");
  }
  const message = `No candidate has ${quote(pattern)}: candidateSchema does not define it.`;
  const advice =
    suggestName(token, listPropertyNames(root, parent)) ??
    "Use a pointer that candidateSchema defines, with * for each item of an array or value of a map.";
  return createSpecProblem("spec.unreachable", path, message, advice);
}
