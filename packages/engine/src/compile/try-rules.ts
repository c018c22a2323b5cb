import { type Json, limits, resolveTests, type SpecProblem } from "@assay/contract";
import type { CompiledRule, Failure, TrialResult } from "../checks/check.ts";
import { formatPointer } from "../json/pointer.ts";
import { createMeter, runWithinBudget, spend } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";
import { runChecks } from "../validate/run-checks.ts";
import { createVariants } from "./create-variants.ts";
import { createTestRegistry } from "./run-tests.ts";

// Trials run wherever a package is compiled, so all of them together must not cost much more than a verdict.
const maxRuns = 2_000;
const maxVerdicts = 16;

/**
 * Tries the expressions of a package on the candidates of its tests, and on variants of those that are valid. An expression
 * that fails is a problem, and so is an operand that fails by itself because of a change if no other operand looks at what
 * changed and the result of no test depends on it: a candidate on the other side of the condition would meet the error.
 */
export function tryRules(
  parts: SpecParts,
  compileRules: (onTried: (tried: TrialResult) => void) => readonly CompiledRule[],
): readonly SpecProblem[] {
  let results = new Map<string, TrialResult>();
  const rules = compileRules((tried) => results.set(`${tried.rule.at} ${formatPointer(tried.path)}`, tried));
  const sharedMeter = createMeter(maxVerdicts * limits.steps);
  const problems = new Map<string, SpecProblem>();
  const hidden = new Map<string, SpecProblem>();
  const decisive = new Set<string>();
  let runs = 0;

  /** The results of each expression at each place of a candidate, of those that read a property if one is given. */
  function run({ candidate, registry, where }: Trial, property?: string): ReadonlyMap<string, TrialResult> {
    results = new Map();
    runs += 1;
    const spec = {
      ...parts,
      rules: property === undefined ? rules : rules.filter((rule) => readsProperty(rule, property)),
    };
    const meter = createMeter(Math.min(limits.steps, sharedMeter.left));
    sharedMeter.left -= meter.left;
    runChecks({ spec, registry, caller: undefined, candidate, meter });
    sharedMeter.left += meter.left;
    for (const { rule, failure } of results.values()) {
      if (!failure || problems.has(rule.at)) continue;
      const message = `In ${where} the rule ${quote(rule.id)} cannot be evaluated: ${sanitizeText(failure.reason)}.`;
      problems.set(rule.at, failure.toProblem(message, chooseAdvice(failure)));
    }
    return results;
  }

  function compare(
    before: ReadonlyMap<string, TrialResult>,
    after: ReadonlyMap<string, TrialResult>,
    where: string,
  ): void {
    for (const [place, { rule, operands }] of after) {
      const known = before.get(place)?.operands;
      const changed = operands.filter(({ outcome }, index) => outcome !== known?.[index]?.outcome);
      const [operand] = changed;
      if (!known || !operand?.failure || changed.length > 1) continue;
      const message = `In ${where} a part of the rule ${quote(rule.id)} cannot be evaluated, and no test depends on that part: ${sanitizeText(operand.failure.reason)}.`;
      const advice = `${chooseAdvice(operand.failure)} If the rest of the condition rules that out, add a test in which this part decides.`;
      const key = `${rule.at} ${operands.indexOf(operand)}`;
      if (!hidden.has(key)) hidden.set(key, operand.failure.toProblem(message, advice));
    }
  }

  const { candidateSchema, rules: written = [] } = parts.document;
  const expressions = rules.filter((_, index) => written[index]?.check === "cel");
  if (expressions.length === 0) return [];
  const isRead = (property: string) => expressions.some((rule) => readsProperty(rule, property));
  const tests = resolveTests(parts.document).map((test) => {
    const where = `the test ${quote(test.name)}`;
    return { ...test, registry: createTestRegistry(test), where };
  });
  function tryAll(): void {
    const before = tests.map((test) => run(test));
    for (const { rule, operands } of before.flatMap((some) => [...some.values()])) {
      for (const [index, { decides }] of operands.entries()) if (decides) decisive.add(`${rule.at} ${index}`);
    }
    for (const [index, { candidate, registry, where, expect }] of tests.entries()) {
      if (expect.length > 0) continue;
      const spendSteps = (steps: number) => spend(sharedMeter, steps);
      for (const variant of createVariants(candidate, candidateSchema, { isRead, spendSteps })) {
        if (runs >= maxRuns || sharedMeter.left <= 0) return;
        if (parts.findSchemaErrors(variant.candidate, sharedMeter).length > 0) continue;
        const trial = { candidate: variant.candidate, registry, where: `${where}, ${variant.change},` };
        compare(before[index] ?? new Map(), run(trial, variant.property), trial.where);
      }
    }
  }
  runWithinBudget(tryAll, () => undefined);
  for (const [key, problem] of hidden) {
    const [rule = ""] = key.split(" ");
    if (!decisive.has(key) && !problems.has(rule)) problems.set(rule, problem);
  }
  return [...problems.values()];
}

/** A candidate, the registry that it is compared with, and what messages call it. */
interface Trial {
  readonly candidate: Json;
  readonly registry: RegistryView;
  readonly where: string;
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
