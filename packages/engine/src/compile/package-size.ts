import { type JsonSchema, limits, type Rule, type SpecPackage, type SpecProblem } from "@assay/contract";
import type { Check, Checks } from "../checks/check.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject } from "../json/json.ts";
import { re2Text } from "../schema/pattern.ts";
import { patternsOf, walkSubschemas } from "../schema/subschemas.ts";
import { unfoldedSize } from "../schema/unfolded-size.ts";

// Measured: what takes as long to compile as one part of a pattern counts as one.
const partsPerKeyword = 13;
const partsPerNode = 12;
const partsPerPattern = 200;

/**
 * How much there is to compile: the keywords of all schemas, the nodes of all expressions, and the parts of all patterns when
 * their repetitions are written out. Each is limited, but their product is not.
 */
export function packageSize(spec: SpecPackage, schemas: readonly JsonSchema[], checks: Checks): number {
  const rules = (spec.rules ?? []).map((rule) => partsOf(rule, checks));
  const patterns = new Set([
    ...schemas.flatMap((schema) => patternsOf(schema).map(({ source }) => re2Text(source) ?? source)),
    ...rules.flatMap((rule) => rule.patterns),
  ]);
  return (
    schemas.reduce((sum, schema) => sum + partsPerKeyword * keywordsIn(schema), 0) +
    rules.reduce((sum, { nodes }) => sum + partsPerNode * nodes, 0) +
    [...patterns].reduce((sum, source) => sum + partsPerPattern + unfoldedSize(source), 0)
  );
}

/** The limit on all of a package together. */
export function lintPackageSize(size: number): readonly SpecProblem[] {
  const max = limits.specPackage.parts;
  if (size <= max) return [];
  const message = `Together, the schemas, rules and patterns of the package have ${size} parts; the maximum is ${max}.`;
  const advice =
    "Define fewer properties, write shorter expressions, and use maxLength instead of counted repetitions such as {1,100}.";
  return [specProblem("spec.too-large", [], message, advice)];
}

function partsOf(rule: Rule, checks: Checks): { readonly nodes: number; readonly patterns: readonly string[] } {
  const check = checks[rule.check] as Check<Rule> | undefined;
  return check?.parts?.(rule) ?? { nodes: 1, patterns: [] };
}

function keywordsIn(root: JsonSchema): number {
  return [...walkSubschemas(root)].reduce(
    (sum, { schema }) => sum + 1 + (isObject(schema) ? Object.keys(schema).length : 0),
    0,
  );
}
