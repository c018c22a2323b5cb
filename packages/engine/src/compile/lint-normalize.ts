import type { Normalization, SpecPackage, SpecProblem } from "@assay/contract";
import { lintPointer, schemasAtPointer } from "../checks/lint-pointer.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";

/** Normalizations of values that must not change, or that they cannot be applied to. */
export function lintNormalize(spec: SpecPackage): readonly SpecProblem[] {
  return (spec.normalize ?? []).flatMap((normalization, index) => {
    const path = ["normalize", String(index)];
    const [first] = parsePattern(normalization.at);
    if (first === undefined || first === "*" || first === "owner" || first === "generatorId") {
      return [
        specProblem(
          "spec.normalization",
          [...path, "at"],
          "The owner and the generator id are compared as submitted, so they must not be normalized.",
          "Use another pointer, or remove the normalization.",
        ),
      ];
    }
    const problems = lintPointer(spec, normalization.at, "any", [...path, "at"]);
    return problems.length > 0 ? problems : lintOps(spec, normalization, [...path, "ops"]);
  });
}

function lintOps(
  spec: SpecPackage,
  { at: target, ops }: Normalization,
  path: readonly string[],
): readonly SpecProblem[] {
  const accepts = (pattern: string, type: "string" | "array") =>
    schemasAtPointer(spec, pattern).some(({ schema }) => acceptedTypes(spec.candidateSchema, schema).has(type));
  const onlyStrings = (pattern: string) => {
    const schemas = schemasAtPointer(spec, pattern);
    return schemas.some(({ schema }) => {
      const types = acceptedTypes(spec.candidateSchema, schema);
      return types.size === 1 && types.has("string");
    });
  };
  const sorts = ops.includes("sort");
  const textOps = ops.filter((op) => op !== "sort");
  const problems: SpecProblem[] = [];
  if (sorts && !(accepts(target, "array") && onlyStrings(`${target}/*`))) {
    const message = "sort applies only to arrays of strings.";
    problems.push(specProblem("spec.normalization", path, message, "Point to an array of strings, or remove sort."));
  }
  if (textOps.length > 0 && !onlyStrings(target)) {
    const message = `${textOps.join(", ")} ${textOps.length === 1 ? "applies" : "apply"} only to strings.`;
    problems.push(
      specProblem(
        "spec.normalization",
        path,
        message,
        "Point to the strings themselves, with * for the items of an array.",
      ),
    );
  }
  return problems;
}
