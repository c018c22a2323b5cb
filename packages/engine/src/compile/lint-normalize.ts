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
    const [name] = parsePattern(normalization.at);
    if (name === undefined || name === "*" || name === "owner" || name === "generatorId") {
      return [
        specProblem(
          "spec.normalization",
          [...path, "at"],
          "The owner and the generator id are compared as submitted, so they must not be normalized.",
          "Use another pointer, or remove the normalization.",
        ),
      ];
    }
    const first = all.findIndex(({ at }) => at === normalization.at);
    if (first < index) {
      const message = `/normalize/${first} has the same pointer.`;
      const advice = "Put all operations on these values into one entry.";
      return [specProblem("spec.normalization", [...path, "at"], message, advice)];
    }
    const problems = lintPointer(spec, normalization.at, "any", [...path, "at"]);
    return problems.length > 0 ? problems : lintOps(spec, normalization, [...path, "ops"]);
  });
}

const strings: ReadonlySet<JsonType> = new Set(["string"]);
// A null is left as it is.
const stringsOrNull: ReadonlySet<JsonType> = new Set(["string", "null"]);

function lintOps(
  spec: SpecPackage,
  { at: target, ops }: Normalization,
  path: readonly string[],
): readonly SpecProblem[] {
  const accepts = (pattern: string, type: "string" | "array") =>
    schemasAtPointer(spec, pattern).some(({ schema }) => acceptedTypes(spec.candidateSchema, schema).has(type));
  const only = (pattern: string, allowed: ReadonlySet<JsonType>) =>
    schemasAtPointer(spec, pattern).some(({ schema }) => {
      const types = acceptedTypes(spec.candidateSchema, schema);
      return types.has("string") && types.isSubsetOf(allowed);
    });
  const sorts = ops.includes("sort");
  const textOps = ops.filter((op) => op !== "sort");
  const problems: SpecProblem[] = [];
  if (sorts && !(accepts(target, "array") && only(`${target}/*`, strings))) {
    const message = "sort applies only to arrays of strings.";
    problems.push(specProblem("spec.normalization", path, message, "Point to an array of strings, or remove sort."));
  }
  if (textOps.length > 0 && !only(target, stringsOrNull)) {
    const message = `${textOps.join(", ")} ${textOps.length === 1 ? "applies" : "apply"} only to strings.`;
    problems.push(
      specProblem(
        "spec.normalization",
        path,
        message,
        "Point to the strings themselves, with * for the items of an array or the values of a map.",
      ),
    );
  }
  return problems;
}
