import { type JsonSchema, limits, type Rule, type SpecPackage, type SpecProblem } from "@assay/contract";
import type { Check, Checks } from "../checks/check.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject } from "../json/json.ts";
import { estimateUnfoldedSize } from "../schema/estimate-unfolded-size.ts";
import { tryTranslateToRe2 } from "../schema/pattern.ts";
import { listPatterns, walkSubschemas } from "../schema/subschemas.ts";

// Measured values: a keyword, node or pattern takes as long to compile as this many parts of a pattern.
const partsPerKeyword = 13;
const partsPerNode = 12;
const partsPerPattern = 200;

/**
 * Measures how much there is to compile: the keywords of all schemas, the nodes of all expressions, and the parts of all
 * patterns after their repetitions are expanded. Each schema, rule and pattern has its own limit, but they add up.
 */
export function measurePackage(spec: SpecPackage, schemas: readonly JsonSchema[], checks: Checks): number {
  const rules = (spec.rules ?? []).map((rule) => listRuleParts(rule, checks));
  const patterns = new Set([
    ...schemas.flatMap((schema) => listPatterns(schema).map(({ source }) => tryTranslateToRe2(source) ?? source)),
    ...rules.flatMap((rule) => rule.patterns),
  ]);
  return (
    schemas.reduce((sum, schema) => sum + partsPerKeyword * countKeywords(schema), 0) +
    rules.reduce((sum, { nodes }) => sum + partsPerNode * nodes, 0) +
    [...patterns].reduce((sum, source) => sum + partsPerPattern + estimateUnfoldedSize(source), 0)
  );
}

/** Reports a package that is too large as a whole. */
export function lintPackageSize(size: number): readonly SpecProblem[] {
  const max = limits.specPackage.parts;
  if (size <= max) return [];
  const message = `Together, the schemas, rules and patterns of the package have ${size} parts; the maximum is ${max}.`;
  const advice =
    "Define fewer properties, write shorter expressions, and use maxLength instead of counted repetitions such as {1,100}.";
  return [createSpecProblem("spec.too-large", [], message, advice)];
}

function listRuleParts(rule: Rule, checks: Checks): { readonly nodes: number; readonly patterns: readonly string[] } {
  const check = checks[rule.check] as Check<Rule> | undefined;
  return check?.listParts?.(rule) ?? { nodes: 1, patterns: [] };
}

function countKeywords(root: JsonSchema): number {
  return [...walkSubschemas(root)].reduce(
    (sum, { schema }) => sum + 1 + (isObject(schema) ? Object.keys(schema).length : 0),
    0,
  );
}
