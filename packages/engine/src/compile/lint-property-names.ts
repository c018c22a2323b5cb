import type { JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { walkSubschemas } from "../schema/subschemas.ts";

/** Properties that programs lose or misread. The engine reads them, but a product behind it may not. */
export function lintPropertyNames(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const [properties, required] = [member(schema, "properties"), member(schema, "required")];
    const at = [
      ...(isObject(properties) && Object.hasOwn(properties, unsafe) ? [["properties", unsafe]] : []),
      ...(Array.isArray(required) && required.includes(unsafe) ? [["required", String(required.indexOf(unsafe))]] : []),
    ];
    const message = `A property must not be called ${unsafe}: JavaScript programs that copy a candidate lose it.`;
    return at.map((tokens) =>
      specProblem("spec.property-name", [...schemaPath, ...path, ...tokens], message, "Use another name."),
    );
  });
}

const unsafe = "__proto__";
