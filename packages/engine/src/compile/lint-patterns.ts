import { type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { type PatternProblem, patternProblem } from "../schema/pattern.ts";
import { patternsOf } from "../schema/subschemas.ts";
import { outsideText, quoted } from "../text/outside-text.ts";

/** Patterns that RE2 and ECMA-262 do not read alike, or that are too large. */
export function lintPatterns(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return patternsOf(root).flatMap(({ source, path }) => {
    const problem = patternProblem(source);
    if (!problem) return [];
    const message = `The pattern ${quoted(source)} ${faultOf(problem)}`;
    return [specProblem("spec.pattern", [...schemaPath, ...path], message, advice[problem.kind])];
  });
}

const advice: { readonly [kind in PatternProblem["kind"]]: string } = {
  ecma: 'Use a regular expression that `new RegExp(pattern, "u")` accepts; escape only characters that need it.',
  re2: "Remove lookaround, backreferences and negated classes in brackets such as [\\S]; limit repetitions to 1,000, and do not nest large ones. Split the rule if necessary.",
  size: "Simplify it: use maxLength instead of a large counted repetition such as {1,200}.",
};

function faultOf(problem: PatternProblem): string {
  // The words of the platform's own engine change with its version; those of RE2 are pinned with it.
  if (problem.kind === "ecma") return "is not valid in ECMA-262 with the u flag.";
  if (problem.kind === "re2") return `is not valid in RE2: ${outsideText(problem.reason, 120)}`;
  return `compiles to ${problem.size} instructions; the maximum is ${limits.schema.patternProgram}.`;
}
