import type { Normalization, SpecPackage, SpecProblem } from "@assay/contract";
import { lintPointer, schemasAtPointer } from "../checks/lint-pointer.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";

/** Normalizations of places that are not theirs to change, or that they do not fit. */
export function lintNormalize(spec: SpecPackage): readonly SpecProblem[] {
  return (spec.normalize ?? []).flatMap((normalization, index) => {
    const at = ["normalize", String(index)];
    const [first] = parsePattern(normalization.at);
    if (first === undefined || first === "*" || first === "owner" || first === "generatorId") {
      return [
        specProblem(
          "spec.normalization",
          [...at, "at"],
          "The owner and the generator id are compared as they were submitted; nothing may change them first.",
          "Name another place, or leave the normalization out.",
        ),
      ];
    }
    const place = lintPointer(spec, normalization.at, "any", [...at, "at"]);
    return place.length > 0 ? place : lintOps(spec, normalization, [...at, "ops"]);
  });
}

function lintOps(spec: SpecPackage, { at: place, ops }: Normalization, at: readonly string[]): readonly SpecProblem[] {
  const holds = (pointer: string, kind: "string" | "list") =>
    schemasAtPointer(spec, pointer).some(({ schema }) => acceptedTypes(spec.candidateSchema, schema).has(kind));
  const onlyTexts = (pointer: string) => {
    const schemas = schemasAtPointer(spec, pointer);
    return schemas.some(({ schema }) => {
      const kinds = acceptedTypes(spec.candidateSchema, schema);
      return kinds.size === 1 && kinds.has("string");
    });
  };
  const sorts = ops.includes("sort");
  const textOps = ops.filter((op) => op !== "sort");
  const problems: SpecProblem[] = [];
  if (sorts && !(holds(place, "list") && onlyTexts(`${place}/*`))) {
    const message = "sort stands on something that is not a list of texts.";
    problems.push(specProblem("spec.normalization", at, message, "Use sort for lists whose items are texts."));
  }
  if (textOps.length > 0 && !onlyTexts(place)) {
    const message = `${textOps.join(", ")} stands on something that is not a text.`;
    problems.push(
      specProblem("spec.normalization", at, message, "Name the texts themselves, with * for the items of a list."),
    );
  }
  return problems;
}
