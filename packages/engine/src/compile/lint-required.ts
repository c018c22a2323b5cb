import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { appliedTogether } from "../schema/applied-together.ts";
import { compilePattern } from "../schema/pattern.ts";
import { appliedSchemas } from "../schema/schemas-at.ts";
import { walkSubschemas } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

/** Required properties that a closed object refuses: authors would be told that they are missing, and then unknown. */
export function lintRequired(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();
  for (const subschema of walkSubschemas(root)) {
    const closed = appliedTogether(root, subschema).flatMap(({ schema }) =>
      isObject(schema) && member(schema, "additionalProperties") === false ? [schema] : [],
    );
    if (closed.length === 0) continue;
    for (const { name, path } of appliedSchemas(root, subschema).flatMap(requiredNames)) {
      // `lintFixedRules` reports these.
      if (path.length === 2 && (name === "owner" || name === "generatorId")) continue;
      const refusing = closed.find((schema) => !declares(schema, name));
      if (!refusing) continue;
      const near = closest(name, Object.keys(propertiesOf(refusing)));
      const problem = specProblem(
        "spec.unreachable",
        [...schemaPath, ...path],
        `${quoted(name)} is required, but this object does not define it and allows no other properties.`,
        near === undefined ? `Define it in "properties", or remove it here.` : `Did you mean ${quoted(near)}?`,
      );
      if (!problems.has(problem.at)) problems.set(problem.at, problem);
    }
  }
  return [...problems.values()];
}

function requiredNames({ schema, path }: { readonly schema: JsonSchema; readonly path: readonly string[] }) {
  const required = isObject(schema) ? member(schema, "required") : undefined;
  const names = Array.isArray(required) ? required : [];
  return names.map((name, index) => ({ name: String(name), path: [...path, "required", String(index)] }));
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = member(schema, "properties");
  return isObject(properties) ? properties : {};
}

function declares(schema: JsonObject, name: string): boolean {
  if (Object.hasOwn(propertiesOf(schema), name)) return true;
  const patterns = member(schema, "patternProperties");
  return isObject(patterns) && Object.keys(patterns).some((pattern) => compilePattern(pattern, () => {}).test(name));
}
