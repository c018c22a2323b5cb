import { type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { findPatternProblem, type PatternProblem } from "../schema/pattern.ts";
import { listPatterns } from "../schema/subschemas.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";

/** Reports patterns that are not valid in both RE2 and ECMA-262, or that are too large. */
export function lintPatterns(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return listPatterns(root).flatMap(({ source, path }) => {
    const problem = findPatternProblem(source);
    if (!problem) return [];
    const message = `The pattern ${quote(source)} ${describeProblem(problem)}`;
    return [createSpecProblem("spec.pattern", [...schemaPath, ...path], message, advice[problem.kind])];
  });
}

const advice: { readonly [kind in PatternProblem["kind"]]: string } = {
  ecma: 'Use a regular expression that `new RegExp(pattern, "u")` accepts; escape only characters that need it.',
  re2: "Remove lookaround, backreferences and negated classes in brackets such as [\\S]; limit repetitions to 1,000, and do not nest large ones. Split the rule if necessary.",
  size: "Simplify it: use maxLength instead of a large counted repetition such as {1,200}.",
};

function describeProblem(problem: PatternProblem): string {
  // The JavaScript engine's message can change with its version. RE2 is a dependency with a fixed version.
  if (problem.kind === "ecma") return "is not valid in ECMA-262 with the u flag.";
  if (problem.kind === "re2") return `is not valid in RE2: ${sanitizeText(problem.reason, 120)}`;
  return `compiles to ${problem.size} instructions; the maximum is ${limits.schema.patternProgram}.`;
}
