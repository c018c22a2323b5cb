import { type Json, limits, resolveTests, type SpecProblem } from "@assay/contract";
import type { CompiledRule, DryRunResult, Failure } from "../checks/check.ts";
import { formatPointer } from "../json/pointer.ts";
import { createMeter, type Meter, runWithinBudget } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import { accepts } from "../schema/accepts.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";
import { runChecks } from "../validate/run-checks.ts";
import { createVariants } from "./create-variants.ts";
import { createTestRegistry } from "./run-tests.ts";

// The dry run is part of compiling a package, so its total work is limited.
const maxRuns = 2_000;
const maxVerdicts = 16;

/** The result of each expression at each path where it was evaluated. */
type Results = ReadonlyMap<string, DryRunResult>;
type CompileRules = (onDryRun: (result: DryRunResult) => void) => readonly CompiledRule[];

/**
 * Runs the rules of a package on the candidates of its tests, then on variants of the valid ones, and reports each CEL rule
 * that cannot be evaluated on one of them. One operand can also hide the failure of another: in a candidate without `b`,
 * `self.a == 1 || self.b > 0` is still true if `a` is 1, but fails for other values of `a`. A hidden failure is not reported
 * if another operand changed too, because that operand guards the first, as `!has(self.b)` would. Nor is it reported if the
 * operand decides the result of a test: the variants of that test show whether the failure matters.
 */
export function dryRunRules(parts: SpecParts, compileRules: CompileRules): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();
  // A key consists of the pointer to a rule and the index of an operand in it.
  const hiddenFailures = new Map<string, { readonly rule: string; readonly problem: SpecProblem }>();
  const decisiveOperands = new Set<string>();
  const meter = createMeter(maxVerdicts * limits.steps);
  const { rules, run } = createRun(parts, compileRules, meter);
  const celRules = rules.filter((_, index) => parts.document.rules?.[index]?.check === "cel");
  if (celRules.length === 0) return [];

  function reportFailures(results: Results, candidateName: string): void {
    for (const { rule, failure } of results.values()) {
      if (!failure || problems.has(rule.at)) continue;
      const message = `In ${candidateName} the rule ${quote(rule.id)} cannot be evaluated: ${sanitizeText(failure.reason)}.`;
      problems.set(rule.at, failure.toProblem(message, chooseAdvice(failure)));
    }
  }

  function collectHiddenFailures(before: Results, after: Results, candidateName: string): void {
    for (const [location, { rule, operands }] of after) {
      const operandsBefore = before.get(location)?.operands;
      const changed = operands.filter(({ outcome }, index) => outcome !== operandsBefore?.[index]?.outcome);
      const [operand] = changed;
      if (!operandsBefore || !operand?.failure || changed.length > 1) continue;
      const key = `${rule.at} ${operands.indexOf(operand)}`;
      if (hiddenFailures.has(key)) continue;
      const message = `In ${candidateName} a part of the rule ${quote(rule.id)} cannot be evaluated, and no test depends on that part: ${sanitizeText(operand.failure.reason)}.`;
      const advice = `${chooseAdvice(operand.failure)} If the rest of the condition rules that out, add a test in which this part decides.`;
      hiddenFailures.set(key, { rule: rule.at, problem: operand.failure.toProblem(message, advice) });
    }
  }

  function runTestsAndVariants(): void {
    const tests = resolveTests(parts.document).map((test) => {
      const name = `the test ${quote(test.name)}`;
      const registry = createTestRegistry(test);
      const results = run(test.candidate, registry, rules);
      reportFailures(results, name);
      return { ...test, registry, name, results };
    });
    for (const { rule, operands } of tests.flatMap(({ results }) => [...results.values()])) {
      for (const [index, { decides }] of operands.entries()) if (decides) decisiveOperands.add(`${rule.at} ${index}`);
    }
    const isRead = (property: string) => celRules.some((rule) => readsProperty(rule, property));
    let runs = tests.length;
    for (const { candidate, expect, registry, name, results } of tests) {
      if (expect.length > 0) continue;
      for (const variant of createVariants(candidate, parts.root, { isRead, meter })) {
        if (runs >= maxRuns || meter.left <= 0) return;
        if (!accepts(parts.root, variant.candidate, meter)) continue;
        const { property, change } = variant;
        const affected = property === undefined ? rules : rules.filter((rule) => readsProperty(rule, property));
        const variantResults = run(variant.candidate, registry, affected);
        runs += 1;
        reportFailures(variantResults, `${name}, ${change},`);
        collectHiddenFailures(results, variantResults, `${name}, ${change},`);
      }
    }
  }

  runWithinBudget(runTestsAndVariants, () => undefined);
  for (const [operand, { rule, problem }] of hiddenFailures) {
    if (!decisiveOperands.has(operand) && !problems.has(rule)) problems.set(rule, problem);
  }
  return [...problems.values()];
}

/** Compiles the rules, and creates the function that runs them on a candidate within the steps of one verdict. */
function createRun(parts: SpecParts, compileRules: CompileRules, sharedMeter: Meter) {
  let results = new Map<string, DryRunResult>();
  const compiledRules = compileRules((result) => {
    results.set(`${result.rule.at} ${formatPointer(result.path)}`, result);
  });
  function run(candidate: Json, registry: RegistryView, rules: readonly CompiledRule[]): Results {
    results = new Map();
    const meter = createMeter(Math.min(limits.steps, sharedMeter.left));
    sharedMeter.left -= meter.left;
    runChecks({ spec: { ...parts, rules }, registry, caller: undefined, candidate, meter });
    sharedMeter.left += meter.left;
    return results;
  }
  return { rules: compiledRules, run };
}

function readsProperty({ dependsOn }: CompiledRule, property: string): boolean {
  return dependsOn.some(([token = "*"]) => token === "*" || token === property);
}

function chooseAdvice({ reason }: Failure): string {
  if (reason.startsWith("no item")) return "Test the size before you read an item: size(x) > n && x[n] ...";
  if (reason.endsWith("exist"))
    return "Look for it first: !has(x) || ... accepts candidates without it, has(x) && ... rejects them.";
  return "Let candidateSchema accept only what the expression can evaluate, or test it first, with matches() or type().";
}
