import { type JsonObject, type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { branchesOf, isScalar } from "../schema/accepted-types.ts";
import { asSchema, keywordsOf, walkSubschemas } from "../schema/subschemas.ts";

/** Keywords used in a way whose cost, or whose error message, cannot be bounded. */
export function lintCosts(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const around = keywordsOf(path).find((keyword) => keyword === "not" || keyword === "if");
    return problemsOf(root, schema, around).map(({ code, keyword, message, advice }) =>
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

// Inside a condition, a limit takes longer text out of what the condition is about.
function problemsOf(root: JsonSchema, schema: JsonObject, around: "not" | "if" | undefined): readonly CostProblem[] {
  const problems: CostProblem[] = [];
  const maxInput = limits.schema.patternInput;
  const maxLength = member(schema, "maxLength");
  for (const keyword of ["pattern", "format"]) {
    if (!Object.hasOwn(schema, keyword) || (typeof maxLength === "number" && maxLength <= maxInput)) continue;
    problems.push({
      code: "spec.pattern",
      keyword,
      message: `A ${keyword} requires a maxLength of at most ${maxInput} in the same schema.`,
      advice: around
        ? `Set "maxLength" to ${maxInput} or less here and in the schema around "${around}". Here alone, "${around}" would not apply to longer text.`
        : `Set "maxLength" to ${maxInput} or less.`,
    });
  }
  if (member(schema, "uniqueItems") === true && !itemsOf(schema).every((items) => isScalar(root, items))) {
    problems.push({
      code: "spec.costly",
      keyword: "uniqueItems",
      message: "uniqueItems is used on an array whose items may be arrays or objects.",
      advice: 'Give the items a scalar type, or use a rule with "check": "unique-by".',
    });
  }
  return problems;
}

function itemsOf(schema: JsonObject): readonly JsonSchema[] {
  return [...branchesOf(schema, "prefixItems"), asSchema(member(schema, "items"))];
}
