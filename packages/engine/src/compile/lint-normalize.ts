import type { Normalization, SpecProblem } from "@assay/contract";
import type { LintedSpec } from "../checks/check.ts";
import { findPointerPlaces, lintPointer } from "../checks/lint-pointer.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import type { JsonType } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";

/** Reports normalizations that repeat a pointer, or whose values must not change or have an unsuitable type. */
export function lintNormalize(spec: LintedSpec): readonly SpecProblem[] {
  return (spec.normalize ?? []).flatMap((normalization, index, normalizations) => {
    const path = ["normalize", String(index)];
    const createProblem = (message: string, advice: string) =>
      createSpecProblem("spec.normalization", [...path, "at"], message, advice);
    const [name] = parsePattern(normalization.at);
    if (name === undefined || name === "*" || name === "owner" || name === "generatorId") {
      const message = "The owner and the generator id are compared as submitted, so they must not be normalized.";
      return [createProblem(message, "Use another pointer, or remove the normalization.")];
    }
    const first = normalizations.findIndex(({ at }) => at === normalization.at);
    if (first < index)
      return [
        createProblem(
          `/normalize/${first} has the same pointer.`,
          "Put all operations on these values into one entry.",
        ),
      ];
    const problems = lintPointer(spec, normalization.at, "any", [...path, "at"]);
    return problems.length > 0 ? problems : lintOps(spec, normalization, [...path, "ops"]);
  });
}

function lintOps(spec: LintedSpec, { at, ops }: Normalization, path: readonly string[]): readonly SpecProblem[] {
  const listTypes = (pattern: string) => findPointerPlaces(spec, pattern).map(({ types }) => types);
  const hasOnly = (pattern: string, allowed: ReadonlySet<JsonType>) =>
    listTypes(pattern).some((types) => types.has("string") && types.isSubsetOf(allowed));
  const isStringArray = listTypes(at).some((types) => types.has("array")) && hasOnly(`${at}/*`, new Set(["string"]));
  const stringOps = ops.filter((op) => op !== "sort");
  const createProblem = (names: string, values: string, advice: string) =>
    createSpecProblem("spec.normalization", path, `Only ${values} can be normalized with ${names}.`, advice);
  return [
    ...(ops.includes("sort") && !isStringArray
      ? [createProblem("sort", "arrays of strings", "Point to an array of strings, or remove sort.")]
      : []),
    // Normalization leaves null unchanged.
    ...(stringOps.length > 0 && !hasOnly(at, new Set(["string", "null"]))
      ? [
          createProblem(
            stringOps.join(", "),
            "strings",
            "Point to the strings themselves, with * for the items of an array.",
          ),
        ]
      : []),
  ];
}
