import { type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { lintAliases } from "../checks/lint-aliases.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { branchesOf, isScalar } from "../schema/accepted-types.ts";
import { needsWithoutProperty } from "../schema/owner-decisions.ts";
import { asSchema, keywordsOf, membersOf, requiredBy, type Subschema, walkSubschemas } from "../schema/subschemas.ts";

/** Keywords used in a way whose cost, or whose error message, cannot be bounded. */
export function lintCosts(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    return problemsOf(root, { schema, path }).map(({ code, keyword, message, advice }) =>
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

// Keywords that ask whether a value matches a schema.
const isTest = /^(?:not|if|contains)$/;
const isConditional = /^(?:not|if|then|else|contains|dependentSchemas|anyOf|oneOf)$/;

// Inside a condition, a limit takes longer text out of what the condition is about.
function problemsOf(root: JsonSchema, { schema, path }: Subschema): readonly CostProblem[] {
  if (!isObject(schema)) return [];
  const problems: CostProblem[] = [];
  const around = keywordsOf(path).find((keyword) => isTest.test(keyword));
  const outside = around === "contains" ? '"items"' : `the schema around "${around}"`;
  const maxInput = limits.schema.patternInput;
  const maxLength = member(schema, "maxLength");
  for (const keyword of ["pattern", "format"]) {
    if (!Object.hasOwn(schema, keyword) || (typeof maxLength === "number" && maxLength <= maxInput)) continue;
    problems.push({
      code: "spec.pattern",
      keyword,
      message: `A ${keyword} requires a maxLength of at most ${maxInput} in the same schema.`,
      advice: around
        ? `Set "maxLength" to ${maxInput} or less here and in ${outside}. Here alone, "${around}" would not apply to longer text.`
        : `Set "maxLength" to ${maxInput} or less.`,
    });
  }
  const items = [...branchesOf(schema, "prefixItems"), asSchema(member(schema, "items"))];
  if (member(schema, "uniqueItems") === true && !items.every((item) => isScalar(root, item))) {
    problems.push({
      code: "spec.costly",
      keyword: "uniqueItems",
      message: "uniqueItems is used on an array whose items may be arrays or objects.",
      advice: `Give the items a scalar type, or use a rule with "check": "unique-by"${keywordsOf(path).some((keyword) => isConditional.test(keyword)) ? ", which applies without the condition" : ""}.`,
    });
  }
  return problems;
}

/** Properties that programs lose or misread. The engine reads them, but a product behind it may not. */
export function lintPropertyNames(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    const index = requiredBy(schema).indexOf(unsafe);
    const at = [
      ...(Object.hasOwn(membersOf(schema, "properties"), unsafe) ? [["properties", unsafe]] : []),
      ...(index >= 0 ? [["required", String(index)]] : []),
    ];
    const message = `A property must not be called ${unsafe}: JavaScript programs that copy a candidate lose it.`;
    return at.map((tokens) =>
      specProblem("spec.property-name", [...schemaPath, ...path, ...tokens], message, "Use another name."),
    );
  });
}

const unsafe = "__proto__";

/** Every `needs` that marks no property, so that no diagnostic would ever say it. */
export function lintNeeds(schema: JsonSchema, path: readonly string[]): readonly SpecProblem[] {
  return needsWithoutProperty(schema).map((at) =>
    specProblem(
      "spec.unreachable",
      [...path, ...at, "needs"],
      "No property of a candidate has this schema, so needs has no effect here.",
      'Move it into the schema of a property, inside "properties" in candidateSchema, or remove it.',
    ),
  );
}

/** Aliases beside an `enum` that mean nothing, or two things. */
export function lintEnumAliases(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    const values = isObject(schema) ? member(schema, "enum") : undefined;
    const aliases = Object.entries(membersOf(schema, "aliases")).map(([alias, target]) => ({
      alias,
      target: String(target),
      path: [...schemaPath, ...path, "aliases", alias],
    }));
    return lintAliases(
      [values ?? []].flat().filter((value) => typeof value === "string"),
      aliases,
    );
  });
}
