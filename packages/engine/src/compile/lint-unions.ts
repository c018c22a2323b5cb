import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject } from "../json/json.ts";
import { lookUpDiscriminator } from "../schema/discriminator.ts";
import { isScalar, listBranches } from "../schema/find-accepted-types.ts";
import { walkSubschemas } from "../schema/subschemas.ts";

/** Reports each `anyOf` and `oneOf` whose cost or error message would be unbounded. */
export function lintUnions(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) =>
    isObject(schema)
      ? findProblems(root, schema).map(([keyword, message, advice]) =>
          createSpecProblem("spec.costly", [...schemaPath, ...path, keyword], message, advice),
        )
      : [],
  );
}

function findProblems(root: JsonSchema, schema: JsonObject): readonly (readonly [string, string, string])[] {
  const anyOf = listBranches(schema, "anyOf");
  const oneOf = listBranches(schema, "oneOf");
  return [
    ...(anyOf.every((branch) => isScalar(root, branch))
      ? []
      : [["anyOf", "anyOf has a branch that may be an array or an object.", adviceForObjects] as const]),
    ...(oneOf.length === 0 || lookUpDiscriminator(root, schema)
      ? []
      : oneOf.every((branch) => isScalar(root, branch))
        ? [["oneOf", "oneOf is used for scalars.", 'Rename "oneOf" to "anyOf".'] as const]
        : [["oneOf", "oneOf has branches that no property distinguishes.", adviceForObjects] as const]),
  ];
}

const adviceForObjects =
  'Use oneOf with objects that require the same property with a different const in each, or a rule with "check": "cel" and has().';
