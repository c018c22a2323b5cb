import { type JsonObject, type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { acceptedTypes, branchesOf } from "../schema/accepted-types.ts";
import { discriminatorOf } from "../schema/discriminator.ts";
import { walkSubschemas } from "../schema/subschemas.ts";

/** Keywords used in a way whose cost, or whose error message, cannot be bounded. */
export function lintCosts(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    return problemsOf(root, schema).map(({ code, keyword, message, advice }) =>
      specProblem(code, [...schemaPath, ...path, keyword], message, advice),
    );
  });
}

interface CostProblem {
  readonly code: "spec.pattern" | "spec.costly";
  readonly keyword: string;
  readonly message: string;
  readonly advice: string;
}

function problemsOf(root: JsonSchema, schema: JsonObject): readonly CostProblem[] {
  const problems: CostProblem[] = [];
  const maxInput = limits.schema.patternInput;
  const maxLength = member(schema, "maxLength");
  for (const keyword of ["pattern", "format"]) {
    if (!Object.hasOwn(schema, keyword) || (typeof maxLength === "number" && maxLength <= maxInput)) continue;
    problems.push({
      code: "spec.pattern",
      keyword,
      message: `A ${keyword} stands here without a maxLength of at most ${maxInput} beside it.`,
      advice: `Add "maxLength" with ${maxInput} or less to the same schema.`,
    });
  }
  if (member(schema, "uniqueItems") === true && !itemsOf(schema).every((items) => isScalar(root, items))) {
    problems.push({
      code: "spec.costly",
      keyword: "uniqueItems",
      message: "uniqueItems stands on a list whose items may be lists or objects.",
      advice: 'Give the items a scalar type, or use a rule with "check": "unique-by".',
    });
  }
  if (!branchesOf(schema, "anyOf").every((branch) => isScalar(root, branch))) {
    problems.push({
      code: "spec.costly",
      keyword: "anyOf",
      message: "anyOf has a branch that may be a list or an object.",
      advice:
        "Use anyOf for scalars, and for objects oneOf with a required member whose const tells the branches apart.",
    });
  }
  if (Object.hasOwn(schema, "oneOf") && discriminatorOf(schema) === undefined) {
    const refers = branchesOf(schema, "oneOf").some((branch) => isObject(branch) && Object.hasOwn(branch, "$ref"));
    problems.push({
      code: "spec.costly",
      keyword: "oneOf",
      message: refers
        ? "oneOf has a branch that is a $ref, and what tells branches apart is looked for in the branch itself."
        : "oneOf has branches that no member tells apart.",
      advice: `Write every branch ${refers ? "out here, " : ""}as an object ("type": "object") that requires the same member, with another text as its const in each.`,
    });
  }
  return problems;
}

function itemsOf(schema: JsonObject): readonly JsonSchema[] {
  return [...branchesOf(schema, "prefixItems"), (member(schema, "items") ?? true) as JsonSchema];
}

function isScalar(root: JsonSchema, schema: JsonSchema): boolean {
  const types = acceptedTypes(root, schema);
  return !types.has("list") && !types.has("object");
}
