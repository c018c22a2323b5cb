import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject } from "../json/json.ts";
import { branchesOf, isScalar } from "../schema/accepted-types.ts";
import { discriminatorOf } from "../schema/discriminator.ts";
import { walkSubschemas } from "../schema/subschemas.ts";

/** Every `anyOf` and `oneOf` whose cost, or whose error message, cannot be bounded. */
export function lintUnions(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) =>
    isObject(schema)
      ? problemsOf(root, schema).map(([keyword, message, advice]) =>
          specProblem("spec.costly", [...schemaPath, ...path, keyword], message, advice),
        )
      : [],
  );
}

function problemsOf(root: JsonSchema, schema: JsonObject): readonly (readonly [string, string, string])[] {
  const anyOf = branchesOf(schema, "anyOf");
  const oneOf = branchesOf(schema, "oneOf");
  return [
    ...(anyOf.every((branch) => isScalar(root, branch))
      ? []
      : [["anyOf", "anyOf has a branch that may be an array or an object.", adviceForObjects] as const]),
    ...(oneOf.length === 0 || discriminatorOf(root, schema)
      ? []
      : oneOf.every((branch) => isScalar(root, branch))
        ? [["oneOf", "oneOf is used for scalars.", 'Rename "oneOf" to "anyOf".'] as const]
        : [["oneOf", "oneOf has branches that no property distinguishes.", adviceForObjects] as const]),
  ];
}

const adviceForObjects =
  'Use oneOf with objects that require the same property with a different const in each, or a rule with "check": "cel" and has().';
