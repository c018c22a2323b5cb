import type { Normalization, SpecPackage, SpecProblem } from "@assay/contract";
import { lintPointer, schemasAtPointer } from "../checks/lint-pointer.ts";
import { specProblem } from "../findings/spec-problem.ts";
import type { JsonType } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";

/** Normalizations of values that must not change, that they cannot be applied to, or that another one names. */
export function lintNormalize(spec: SpecPackage): readonly SpecProblem[] {
  return (spec.normalize ?? []).flatMap((normalization, index, all) => {
    const path = ["normalize", String(index)];
    const problem = (message: string, advice: string) =>
      specProblem("spec.normalization", [...path, "at"], message, advice);
    const [name] = parsePattern(normalization.at);
    if (name === undefined || name === "*" || name === "owner" || name === "generatorId") {
      const message = "The owner and the generator id are compared as submitted, so they must not be normalized.";
      return [problem(message, "Use another pointer, or remove the normalization.")];
    }
    const first = all.findIndex(({ at }) => at === normalization.at);
    if (first < index)
      return [
        problem(`/normalize/${first} has the same pointer.`, "Put all operations on these values into one entry."),
      ];
    const problems = lintPointer(spec, normalization.at, "any", [...path, "at"]);
    return problems.length > 0 ? problems : lintOps(spec, normalization, [...path, "ops"]);
  });
}

function lintOps(spec: SpecPackage, { at, ops }: Normalization, path: readonly string[]): readonly SpecProblem[] {
  const typesAt = (pattern: string) =>
    schemasAtPointer(spec, pattern).map(({ schema }) => acceptedTypes(spec.candidateSchema, schema));
  const hasOnly = (pattern: string, allowed: ReadonlySet<JsonType>) =>
    typesAt(pattern).some((types) => types.has("string") && types.isSubsetOf(allowed));
  const isListOfTexts = typesAt(at).some((types) => types.has("array")) && hasOnly(`${at}/*`, new Set(["string"]));
  const textOps = ops.filter((op) => op !== "sort");
  const problem = (names: string, what: string, advice: string) =>
    specProblem("spec.normalization", path, `Only ${what} can be normalized with ${names}.`, advice);
  return [
    ...(ops.includes("sort") && !isListOfTexts
      ? [problem("sort", "arrays of strings", "Point to an array of strings, or remove sort.")]
      : []),
    // A null is left as it is.
    ...(textOps.length > 0 && !hasOnly(at, new Set(["string", "null"]))
      ? [problem(textOps.join(", "), "strings", "Point to the strings themselves, with * for the items of an array.")]
      : []),
  ];
}
