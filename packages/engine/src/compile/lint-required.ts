import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { didYouMean } from "../names/closest.ts";
import { compilePattern } from "../schema/pattern.ts";
import { appliedSchemas, appliedTogether } from "../schema/schemas-at.ts";
import { membersOf, requiredBy, walkSubschemas } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

/** Required properties that a closed object refuses: authors would be told that they are missing, and then unknown. */
export function lintRequired(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();
  for (const subschema of walkSubschemas(root)) {
    const closed = appliedTogether(root, subschema).flatMap(({ schema }) =>
      isObject(schema) && member(schema, "additionalProperties") === false ? [schema] : [],
    );
    if (closed.length === 0) continue;
    const required = appliedSchemas(root, subschema).flatMap(({ schema, path }) =>
      requiredBy(schema).map((name, index) => ({ name, path: [...path, "required", String(index)] })),
    );
    for (const { name, path } of required) {
      // `lintFixedRules` reports these.
      if (path.length === 2 && (name === "owner" || name === "generatorId")) continue;
      const refusing = closed.find((schema) => !declares(schema, name));
      if (!refusing) continue;
      const problem = specProblem(
        "spec.unreachable",
        [...schemaPath, ...path],
        `${quoted(name)} is required, but this object does not define it and allows no other properties.`,
        didYouMean(name, Object.keys(membersOf(refusing, "properties"))) ??
          `Define it in "properties", or remove it here.`,
      );
      if (!problems.has(problem.at)) problems.set(problem.at, problem);
    }
  }
  return [...problems.values()];
}

function declares(schema: JsonObject, name: string): boolean {
  if (Object.hasOwn(membersOf(schema, "properties"), name)) return true;
  const patterns = Object.keys(membersOf(schema, "patternProperties"));
  return patterns.some((pattern) => compilePattern(pattern, () => {}).test(name));
}
