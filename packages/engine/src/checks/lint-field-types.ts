import type { SpecPackage, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { schemasAt } from "../schema/schemas-at.ts";
import { quoted } from "../text/outside-text.ts";

/** Where `candidateSchema` and `fieldTypes` differ on the types that a field may declare. */
export function lintFieldTypes(spec: SpecPackage, typesAt: readonly string[]): readonly SpecProblem[] {
  const defined = Object.keys(spec.fieldTypes ?? {});
  const places = schemasAt(spec.candidateSchema, typesAt).map(({ schema, path }) => ({
    at: ["candidateSchema", ...path],
    accepted: isObject(schema) ? member(schema, "enum") : undefined,
  }));
  const lists = places.flatMap(({ at, accepted }) => (Array.isArray(accepted) ? [{ at, accepted }] : []));
  if (lists.length === 0) {
    return [
      specProblem(
        "spec.field-types",
        places[0]?.at ?? ["fieldTypes"],
        "Any string is accepted here as the type of a field.",
        'Add an "enum" with exactly the names that fieldTypes defines.',
      ),
    ];
  }
  const undefinedTypes = lists.flatMap(({ at, accepted }) =>
    accepted
      .filter((type) => !defined.includes(String(type)))
      .map((type) =>
        specProblem(
          "spec.field-types",
          [...at, "enum"],
          `The type ${quoted(String(type))} is accepted here, but fieldTypes does not define it.`,
          "Define it in fieldTypes, or remove it from the enum.",
        ),
      ),
  );
  const refusedTypes = defined
    .filter((type) => !lists.every(({ accepted }) => accepted.includes(type)))
    .map((type) =>
      specProblem(
        "spec.field-types",
        ["fieldTypes", type],
        `fieldTypes defines ${quoted(type)}, but candidateSchema does not accept it.`,
        "Add it to the enum, or remove it from fieldTypes.",
      ),
    );
  return [...undefinedTypes, ...refusedTypes];
}
