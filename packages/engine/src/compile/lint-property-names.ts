import type { JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { membersOf, requiredBy, walkSubschemas } from "../schema/subschemas.ts";

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
