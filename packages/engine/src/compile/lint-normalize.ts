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
          "The owner and the generator id are compared as they were submitted; nothing may change them first.",
          "Name another place, or leave the normalization out.",
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
  const accepts = (pattern: string, type: "string" | "list") =>
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
  if (sorts && !(accepts(target, "list") && onlyStrings(`${target}/*`))) {
    const message = "sort stands on something that is not a list of texts.";
    problems.push(specProblem("spec.normalization", path, message, "Use sort for lists whose items are texts."));
  }
  if (textOps.length > 0 && !onlyStrings(target)) {
    const message = `${textOps.join(", ")} stands on something that is not a text.`;
    problems.push(
      specProblem("spec.normalization", path, message, "Name the texts themselves, with * for the items of a list."),
    );
  }
  return problems;
}
