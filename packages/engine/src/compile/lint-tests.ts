import { type Diagnostic, limits, type SpecProblem, type SpecTest } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { createMeter, type Meter } from "../meter.ts";
import { registryFromSnapshot } from "../registry/registry-from-snapshot.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { validate } from "../verdict/validate.ts";

/** Tests of the package that do not hold, or that show only one of the two outcomes. */
export function lintTests(spec: CompiledSpec): readonly SpecProblem[] {
  const { tests } = spec.document;
  const accepting = tests.some((test) => test.expect.length === 0);
  const refusing = tests.some((test) => test.expect.length > 0);
  if (!accepting || !refusing) {
    const message = `No test expects ${accepting ? "an error" : "a candidate without errors"}.`;
    return [specProblem("spec.tests", ["tests"], message, "Add one, so that the tests cover both outcomes.")];
  }
  const together = createMeter(maxVerdicts * limits.steps);
  const problems: SpecProblem[] = [];
  const failing = new Set<string>();
  for (const [index, test] of tests.entries()) {
    const meter = createMeter(Math.min(limits.steps, together.left));
    together.left -= meter.left;
    for (const problem of runTest(spec, test, ["tests", String(index)], meter)) {
      // A rule that cannot be evaluated is one problem, however many tests show it.
      if (problem.code === "spec.rule" && failing.has(problem.at)) continue;
      failing.add(problem.at);
      problems.push(problem);
    }
    together.left += meter.left;
    if (together.left <= 0) return [tooMuchWork];
  }
  return problems;
}

// The tests run wherever a package is used, so all of them together must not cost much more than a verdict.
const maxVerdicts = 16;

const tooMuchWork = specProblem(
  "spec.too-large",
  ["tests"],
  `Together, the tests take more steps than ${maxVerdicts} verdicts are allowed.`,
  "Use smaller candidates or fewer tests.",
);

function runTest(spec: CompiledSpec, test: SpecTest, path: readonly string[], meter: Meter): readonly SpecProblem[] {
  const entries = test.registry.map((id) => ({ id, state: "active" as const }));
  const registry = registryFromSnapshot({ revision: "test", entries, pending: [] });
  const { verdict } = validate({ spec, registry, candidate: test.candidate, fixes: false }, meter);
  const failed = verdict.diagnostics.find(({ code, rule }) => code === "check.failed" && rule.at.startsWith("/rules/"));
  if (failed) return [cannotBeEvaluated(test, failed)];
  const got = verdict.diagnostics.filter(({ severity }) => severity === "error").map(said);
  const expected = test.expect.map(said);
  const surplus = got.filter((error) => !expected.includes(error));
  const absent = expected.filter((error) => !got.includes(error));
  if (surplus.length === 0 && absent.length === 0) return [];
  const parts = [
    ...(absent.length > 0 ? [`expects ${list(absent)}, which ${are(absent)} not reported`] : []),
    ...(surplus.length > 0 ? [`does not expect ${list(surplus)}, which ${are(surplus)} reported`] : []),
  ];
  return [
    specProblem(
      "spec.test-failed",
      path,
      `The test ${quoted(test.name)} ${parts.join(", and ")}.`,
      "Correct the test or the rule.",
    ),
  ];
}

// A problem whatever the test expects: a rule that cannot be evaluated would leave honest candidates without an answer.
function cannotBeEvaluated(test: SpecTest, { rule, params }: Diagnostic): SpecProblem {
  return specProblem(
    "spec.rule",
    parsePattern(rule.at),
    `In the test ${quoted(test.name)} the rule ${quoted(rule.id)} cannot be evaluated: ${quoted(String(params?.reason))}.`,
    "Correct the expression. Use has() to check whether a property exists, and type() to check its type.",
  );
}

function said({ code, path }: { readonly code: string; readonly path: string }): string {
  return `${outsideText(code)} at ${path === "" ? "the root" : outsideText(path)}`;
}

function are(errors: readonly string[]): string {
  return errors.length === 1 ? "is" : "are";
}

function list(errors: readonly string[]): string {
  return errors.length > 3 ? `${errors.slice(0, 3).join(", ")} and ${errors.length - 3} more` : errors.join(", ");
}
