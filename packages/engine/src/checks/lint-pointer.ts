import { isIndex, type SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import type { JsonType } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { suggestName } from "../names/find-closest.ts";
import { findPlaces, listPropertyNames } from "../schema/find-places.ts";
import type { Place } from "../schema/place.ts";
import { addArticle } from "../text/phrases.ts";
import { quote } from "../text/sanitize-text.ts";
import type { LintedSpec } from "./check.ts";

/** Finds the places of the values that a pointer pattern matches. */
export function findPointerPlaces({ root }: LintedSpec, pattern: string): readonly Place[] {
  return findPlaces(root, parsePattern(pattern));
}

/** Reports a pattern that matches no value of this type in any candidate; `path` is the path of the pattern. */
export function lintPointer(
  spec: LintedSpec,
  pattern: string,
  type: JsonType | "any",
  path: readonly string[],
): readonly SpecProblem[] {
  const places = findPointerPlaces(spec, pattern);
  if (places.length === 0) return [createUndefinedProblem(spec, pattern, path)];
  if (type === "any" || places.some(({ types }) => types.has(type))) return [];
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
function createUndefinedProblem({ root }: LintedSpec, pattern: string, path: readonly string[]): SpecProblem {
  const tokens = parsePattern(pattern);
  const index = tokens.findIndex((_, i) => findPlaces(root, tokens.slice(0, i + 1)).length === 0);
  const token = tokens[index] ?? "";
  const parent = tokens.slice(0, index);
  if (isIndex(token) && findPlaces(root, parent).some(({ types }) => types.has("array"))) {
    const message = `${quote(pattern)} names one item of an array, but rules apply to every item.`;
    return createSpecProblem("spec.unreachable", path, message, "Write * for the items, or point to the whole array.");
  }
  const message = `No candidate has ${quote(pattern)}: candidateSchema does not define it.`;
  const advice =
    suggestName(token, listPropertyNames(root, parent)) ??
    "Use a pointer that candidateSchema defines, with * for each item of an array or value of a map.";
  return createSpecProblem("spec.unreachable", path, message, advice);
}
