import {
  type Diagnostic,
  type DiagnosticCode,
  limits,
  type SpecPackage,
  type SpecProblem,
  type SpecTest,
} from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { createMeter, type Meter } from "../meter.ts";
import { registryFromSnapshot } from "../registry/registry-from-snapshot.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { validate } from "../verdict/validate.ts";

/** An error of a test's candidate, as `expect` lists it. */
export interface TestError {
  readonly code: DiagnosticCode;
  readonly path: string;
}

/** An error that a test got, and the id of the rule that reported it. */
export interface TestErrorGot extends TestError {
  readonly rule: string;
}

/**
 * What became of one test of a spec package. A test fails if it gets other errors than it expects, or if a rule cannot be
 * evaluated in it; it is not run if the package has problems besides its tests, or if the tests before it took every step.
 */
export type TestOutcome = { readonly name: string; readonly expected: readonly TestError[] } & (
  | { readonly outcome: "passed" | "failed"; readonly got: readonly TestErrorGot[] }
  | { readonly outcome: "not-run" }
);

/** Runs the tests of a package: what became of each, and what their author has to fix. */
export function runTests(spec: CompiledSpec): {
  readonly tests: readonly TestOutcome[];
  readonly problems: readonly SpecProblem[];
} {
  const together = createMeter(maxVerdicts * limits.steps);
  const outcomes: TestOutcome[] = [];
  const problems: SpecProblem[] = [];
  const failing = new Set<string>();
  for (const [index, test] of spec.document.tests.entries()) {
    const meter = createMeter(Math.min(limits.steps, together.left));
    together.left -= meter.left;
    const { outcome, problem } = runTest(spec, test, ["tests", String(index)], meter);
    together.left += meter.left;
    // The verdict of a test that used up what was left may not be the one that it gets alone.
    if (together.left <= 0) {
      return { tests: [...outcomes, ...testsNotRun(spec.document).slice(index)], problems: [tooMuchWork] };
    }
    outcomes.push(outcome);
    // A rule that cannot be evaluated is one problem, however many tests show it.
    if (!problem || (problem.code === "spec.rule" && failing.has(problem.at))) continue;
    failing.add(problem.at);
    problems.push(problem);
  }
  return { tests: outcomes, problems: [...lintExpectations(spec.document), ...problems] };
}

/** The tests of a package that has other problems. */
export function testsNotRun({ tests }: SpecPackage): readonly TestOutcome[] {
  return tests.map(({ name, expect }) => ({ name, outcome: "not-run", expected: expect }));
}

// Tests that show only one of the two outcomes.
function lintExpectations({ tests }: SpecPackage): readonly SpecProblem[] {
  const accepting = tests.some((test) => test.expect.length === 0);
  const refusing = tests.some((test) => test.expect.length > 0);
  if (accepting && refusing) return [];
  const message = `No test expects ${accepting ? "an error" : "a candidate without errors"}.`;
  return [specProblem("spec.tests", ["tests"], message, "Add one, so that the tests cover both outcomes.")];
}

// The tests run wherever a package is used, so all of them together must not cost much more than a verdict.
const maxVerdicts = 16;

const tooMuchWork = specProblem(
  "spec.too-large",
  ["tests"],
  `Together, the tests take more steps than ${maxVerdicts} verdicts are allowed.`,
  "Use smaller candidates or fewer tests.",
);

function runTest(
  spec: CompiledSpec,
  test: SpecTest,
  path: readonly string[],
  meter: Meter,
): { readonly outcome: TestOutcome; readonly problem?: SpecProblem } {
  const entries = test.registry.map((id) => ({ id, state: "active" as const }));
  const registry = registryFromSnapshot({ revision: "test", entries, pending: [] });
  const { verdict } = validate({ spec, registry, candidate: test.candidate, fixes: false }, meter);
  const errors = verdict.diagnostics.filter(({ severity }) => severity === "error");
  const others = verdict.diagnostics.filter(({ severity }) => severity !== "error").map(said);
  const ran = {
    name: test.name,
    expected: test.expect,
    got: errors.map((error) => ({ code: error.code, path: error.path, rule: error.rule.id })),
  };
  const failed = verdict.diagnostics.find(({ code, rule }) => code === "check.failed" && rule.at.startsWith("/rules/"));
  if (failed) return { outcome: { ...ran, outcome: "failed" }, problem: cannotBeEvaluated(test, failed) };
  const got = ran.got.map(said);
  const expected = test.expect.map(said);
  const surplus = got.filter((error) => !expected.includes(error));
  const notReported = expected.filter((error) => !got.includes(error));
  if (surplus.length === 0 && notReported.length === 0) return { outcome: { ...ran, outcome: "passed" } };
  const warnings = notReported.filter((error) => others.includes(error));
  const absent = notReported.filter((error) => !others.includes(error));
  const parts = [
    ...(warnings.length > 0 ? [`lists ${list(warnings)}, which ${are(warnings)} reported, but not as an error`] : []),
    ...(absent.length > 0 ? [`expects ${list(absent)}, which ${are(absent)} not reported`] : []),
    ...(surplus.length > 0 ? [`does not expect ${list(surplus)}, which ${are(surplus)} reported`] : []),
  ];
  const message = `The test ${quoted(test.name)} ${parts.join(", and ")}.`;
  const advice =
    warnings.length > 0 ? "List only errors in `expect`, or change the rule." : "Correct the test or the rule.";
  const problem = specProblem("spec.test-failed", path, message, advice);
  return { outcome: { ...ran, outcome: "failed" }, problem };
}

// A problem whatever the test expects: a rule that cannot be evaluated would leave honest candidates without an answer.
function cannotBeEvaluated(test: SpecTest, { rule, params }: Diagnostic): SpecProblem {
  return specProblem(
    "spec.rule",
    parsePattern(rule.at),
    `In the test ${quoted(test.name)} the rule ${quoted(rule.id)} cannot be evaluated: ${quoted(String(params?.reason))}.`,
    adviceFor(String(params?.reason)),
  );
}

function adviceFor(reason: string): string {
  if (reason.startsWith("no item")) return "Test the size before you read an item: size(x) > 1 && x[1] ...";
  if (reason.endsWith("exist")) return "Use has() to check whether a property exists.";
  return "Let candidateSchema accept only what the expression can evaluate, or test it first, with matches() or type().";
}

function said({ code, path }: TestError): string {
  return `${outsideText(code)} at ${path === "" ? "the root" : outsideText(path)}`;
}

function are(errors: readonly string[]): string {
  return errors.length === 1 ? "is" : "are";
}

function list(errors: readonly string[]): string {
  return errors.length > 3 ? `${errors.slice(0, 3).join(", ")} and ${errors.length - 3} more` : errors.join(", ");
}
