import type { SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject } from "../json/json.ts";
import { findPlace, type Part } from "../schema/place.ts";
import type { ReadSchema } from "../schema/read-schema.ts";

/** Reports each `anyOf` and `oneOf` whose cost or error message would be unbounded. */
export function lintUnions({ parts }: ReadSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return parts.flatMap((part) =>
    findProblems(part).map(([keyword, message, advice]) =>
      createSpecProblem("spec.costly", [...schemaPath, ...part.path, keyword], message, advice),
    ),
  );
}

function findProblems({ schema, alternatives, tagged }: Part): readonly (readonly [string, string, string])[] {
  if (!isObject(schema)) return [];
  const anyOf = Object.hasOwn(schema, "anyOf") ? (alternatives.at(0) ?? []) : [];
  const oneOf = Object.hasOwn(schema, "oneOf") ? (alternatives.at(-1) ?? []) : [];
  return [
    ...(anyOf.every(isScalar)
      ? []
      : [["anyOf", "anyOf has a branch that may be an array or an object.", adviceForObjects] as const]),
    ...(oneOf.length === 0 || tagged
      ? []
      : oneOf.every(isScalar)
        ? [["oneOf", "oneOf is used for scalars.", 'Rename "oneOf" to "anyOf".'] as const]
        : [["oneOf", "oneOf has branches that no property distinguishes.", adviceForObjects] as const]),
  ];
}

/** Whether a part accepts neither arrays nor objects. */
export function isScalar(part: Part): boolean {
  const { types } = findPlace(part);
  return !types.has("array") && !types.has("object");
}

const adviceForObjects =
  'Use oneOf with objects that require the same property with a different const in each, or a rule with "check": "cel" and has().';
