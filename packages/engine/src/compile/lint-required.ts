import { limits, type SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer } from "../json/pointer.ts";
import { createMeter } from "../meter.ts";
import { suggestName } from "../names/find-closest.ts";
import { listPossible } from "../schema/find-places.ts";
import { findPlace, type Part } from "../schema/place.ts";
import type { ReadSchema } from "../schema/read-schema.ts";
import { quote } from "../text/sanitize-text.ts";

/** Reports required properties that a closed object does not define: they would be reported as missing, then as unknown. */
export function lintRequired({ parts }: ReadSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();
  for (const part of parts) {
    const place = findPlace(part);
    const closed = place.parts.filter(
      ({ schema }) => isObject(schema) && readMember(schema, "additionalProperties") === false,
    );
    if (closed.length === 0) continue;
    const required = listPossible([place]).flatMap((possible) =>
      possible.parts.flatMap(({ required: names, path }) =>
        names.map((name, index) => ({ name, path: [...path, "required", String(index)] })),
      ),
    );
    for (const { name, path } of required) {
      // `lintFixedRules` checks these two.
      if (path.length === 2 && (name === "owner" || name === "generatorId")) continue;
      const refusing = closed.find((each) => !definesProperty(each, name));
      if (!refusing) continue;
      const properties = formatPointer([...schemaPath, ...refusing.path, "properties"]);
      const problem = createSpecProblem(
        "spec.unreachable",
        [...schemaPath, ...path],
        `${quote(name)} is required, but a schema of this object does not define it and allows no other properties.`,
        suggestName(name, [...refusing.members.keys()]) ??
          `Define it at ${quote(properties, limits.specPackageText)}, or remove it here.`,
      );
      if (!problems.has(problem.at)) problems.set(problem.at, problem);
    }
  }
  return [...problems.values()];
}

function definesProperty({ members, patternMembers }: Part, name: string): boolean {
  const meter = createMeter(Number.POSITIVE_INFINITY);
  return members.has(name) || patternMembers.some(({ names }) => names.test(name, meter));
}
