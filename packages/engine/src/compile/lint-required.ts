import { type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer } from "../json/pointer.ts";
import { suggestName } from "../names/find-closest.ts";
import { listAlwaysApplied, listApplied } from "../schema/find-schemas.ts";
import { compilePattern } from "../schema/pattern.ts";
import { readMembers, readRequired, walkSubschemas } from "../schema/subschemas.ts";
import { quote } from "../text/sanitize-text.ts";

/** Reports required properties that a closed object does not define: they would be reported as missing, then as unknown. */
export function lintRequired(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();
  for (const subschema of walkSubschemas(root)) {
    const closed = listAlwaysApplied(root, subschema).filter(
      ({ schema }) => isObject(schema) && readMember(schema, "additionalProperties") === false,
    );
    if (closed.length === 0) continue;
    const required = listApplied(root, subschema).flatMap(({ schema, path }) =>
      readRequired(schema).map((name, index) => ({ name, path: [...path, "required", String(index)] })),
    );
    for (const { name, path } of required) {
      // `lintFixedRules` checks these two.
      if (path.length === 2 && (name === "owner" || name === "generatorId")) continue;
      const refusing = closed.find(({ schema }) => !definesProperty(schema, name));
      if (!refusing) continue;
      const properties = formatPointer([...schemaPath, ...refusing.path, "properties"]);
      const problem = createSpecProblem(
        "spec.unreachable",
        [...schemaPath, ...path],
        `${quote(name)} is required, but a schema of this object does not define it and allows no other properties.`,
        suggestName(name, Object.keys(readMembers(refusing.schema, "properties"))) ??
          `Define it at ${quote(properties, limits.specPackageText)}, or remove it here.`,
      );
      if (!problems.has(problem.at)) problems.set(problem.at, problem);
    }
  }
  return [...problems.values()];
}

function definesProperty(schema: JsonSchema, name: string): boolean {
  if (Object.hasOwn(readMembers(schema, "properties"), name)) return true;
  const patterns = Object.keys(readMembers(schema, "patternProperties"));
  return patterns.some((pattern) => compilePattern(pattern, () => {}).test(name));
}
