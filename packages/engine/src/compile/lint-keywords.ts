import { limits, type SpecProblem } from "@assay/contract";
import { lintAliases } from "../checks/lint-aliases.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { findUnusedMarks } from "../schema/find-places.ts";
import type { ReadSchema } from "../schema/read-schema.ts";
import { readMembers } from "../schema/subschemas.ts";
import { isScalar } from "./lint-unions.ts";

const maxInput = limits.schema.patternInput;

/** Reports keywords that are too costly: `pattern` and `format` of long strings, and `uniqueItems` of arrays or objects. */
export function lintCosts({ parts }: ReadSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return parts.flatMap(({ schema, path: partPath, firstItems, items }) => {
    if (!isObject(schema)) return [];
    const path = [...schemaPath, ...partPath];
    const maxLength = readMember(schema, "maxLength");
    const isShort = typeof maxLength === "number" && maxLength <= maxInput;
    const problems = ["pattern", "format"].flatMap((keyword) => {
      if (isShort || !Object.hasOwn(schema, keyword)) return [];
      const message = `A ${keyword} requires a maxLength of at most ${maxInput} in the same schema.`;
      // A limit inside the condition alone would only exempt longer strings from the condition.
      const advice = `Set "maxLength" to ${maxInput} or less here and, inside a condition, in the schema around it.`;
      return [createSpecProblem("spec.pattern", [...path, keyword], message, advice)];
    });
    const hasScalarItems = firstItems.every(isScalar) && (items ? isScalar(items) : schema.items === false);
    if (readMember(schema, "uniqueItems") !== true || hasScalarItems) return problems;
    const message = "uniqueItems is used on an array whose items may be arrays or objects.";
    const advice = 'Give the items a scalar type, or use a rule with "check": "unique-by".';
    return [...problems, createSpecProblem("spec.costly", [...path, "uniqueItems"], message, advice)];
  });
}

/** Reports properties called `__proto__`. The engine can read them, but a product might lose or misread them. */
export function lintPropertyNames({ parts }: ReadSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return parts.flatMap(({ path, required, members }) => {
    const index = required.indexOf(unsafe);
    const unsafePaths = [
      ...(members.has(unsafe) ? [["properties", unsafe]] : []),
      ...(index >= 0 ? [["required", String(index)]] : []),
    ];
    const message = `A property must not be called ${unsafe}: JavaScript programs that copy a candidate lose it.`;
    return unsafePaths.map((tokens) =>
      createSpecProblem("spec.property-name", [...schemaPath, ...path, ...tokens], message, "Use another name."),
    );
  });
}

const unsafe = "__proto__";

/** Reports each `needs` that does not apply to any property and so can never appear in a diagnostic. */
export function lintNeeds(schema: ReadSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return findUnusedMarks(schema).map(({ path }) =>
    createSpecProblem(
      "spec.unreachable",
      [...schemaPath, ...path, "needs"],
      "No property of a candidate has this schema, so needs has no effect here.",
      'Move it into the schema of a property, inside "properties" in candidateSchema, or remove it.',
    ),
  );
}

/** Reports aliases beside an `enum` that are ambiguous, or whose target is not in the `enum`. */
export function lintEnumAliases({ parts }: ReadSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return parts.flatMap(({ schema, path }) => {
    const values = isObject(schema) ? readMember(schema, "enum") : undefined;
    const aliases = Object.entries(readMembers(schema, "aliases")).map(([alias, target]) => ({
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
