import type { SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { findPlaces } from "../schema/find-places.ts";
import { quote } from "../text/sanitize-text.ts";
import type { LintedSpec } from "./check.ts";

/** Reports field types that only one of `candidateSchema` and `fieldTypes` defines. */
export function lintFieldTypes(spec: LintedSpec, typePattern: readonly string[]): readonly SpecProblem[] {
  const defined = Object.keys(spec.fieldTypes ?? {});
  const parts = findPlaces(spec.root, typePattern).flatMap((place) => place.parts);
  const types = parts.map(({ schema, path }) => ({
    at: ["candidateSchema", ...path],
    accepted: isObject(schema) ? readMember(schema, "enum") : undefined,
  }));
  const enums = types.flatMap(({ at, accepted }) => (Array.isArray(accepted) ? [{ at, accepted }] : []));
  const createProblem = (path: readonly string[], message: string, advice: string) =>
    createSpecProblem("spec.field-types", path, message, advice);
  if (enums.length === 0) {
    const advice = 'Add an "enum" with exactly the names that fieldTypes defines.';
    return [
      createProblem(types[0]?.at ?? ["fieldTypes"], "Any string is accepted here as the type of a field.", advice),
    ];
  }
  const undefinedTypes = enums.flatMap(({ at, accepted }) =>
    accepted.map(String).flatMap((type) => {
      if (defined.includes(type)) return [];
      const message = `The type ${quote(type)} is accepted here, but fieldTypes does not define it.`;
      return [createProblem([...at, "enum"], message, "Define it in fieldTypes, or remove it from the enum.")];
    }),
  );
  const refusedTypes = defined.flatMap((type) => {
    if (enums.every(({ accepted }) => accepted.includes(type))) return [];
    const message = `fieldTypes defines ${quote(type)}, but candidateSchema does not accept it.`;
    return [createProblem(["fieldTypes", type], message, "Add it to the enum, or remove it from fieldTypes.")];
  });
  return [...undefinedTypes, ...refusedTypes];
}
