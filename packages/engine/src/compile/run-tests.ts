import {
  type Diagnostic,
  limits,
  resolvedTests,
  type SpecPackage,
  type SpecProblem,
  type SpecTest,
  type WrittenTest,
} from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { createMeter, type Meter } from "../meter.ts";
import { registryFromSnapshot } from "../registry/packed-registry.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { validate } from "../verdict/validate.ts";
import { compareErrors, type TestError, type TestErrorGot, type TestOutcome } from "./test-outcome.ts";

/** Runs the tests of a package: what became of each, and what their author has to fix. */
export function runTests(spec: CompiledSpec): {
  readonly tests: readonly TestOutcome[];
  readonly problems: readonly SpecProblem[];
} {
  const together = createMeter(maxVerdicts * limits.steps);
  const outcomes: TestOutcome[] = [];
  const problems: SpecProblem[] = [];
  for (const [index, test] of resolvedTests(spec.document).entries()) {
    const meter = createMeter(Math.min(limits.steps, together.left));
    together.left -= meter.left;
    const { outcome, problem } = runTest(spec, test, ["tests", String(index)], meter);
    together.left += meter.left;
    // The verdict of a test that used up what was left may not be the one that it gets alone.
    if (together.left <= 0) {
      return { tests: [...outcomes, ...testsNotRun(spec.document).slice(index)], problems: [tooMuchWork] };
    }
    outcomes.push(outcome);
    if (problem) problems.push(problem);
  }
  return { tests: outcomes, problems: [...lintExpectations(spec.document), ...problems] };
}

/** The tests of a package that has other problems. */
export function testsNotRun({ tests }: SpecPackage): readonly TestOutcome[] {
  return tests.map((test) => ({ ...wantedBy(test), outcome: "not-run" }));
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
  `Together, the tests take more steps than ${maxVerdicts} verdicts may take.`,
  "Use smaller candidates or fewer tests.",
);

/** The registry that the candidate of a test is compared with. */
export function testRegistry({ registry }: SpecTest): RegistryView {
  const entries = registry.map((id) => ({ id, state: "active" as const }));
  return registryFromSnapshot({ revision: "test", entries, pending: [] });
}

function runTest(
  spec: CompiledSpec,
  test: SpecTest,
  path: readonly string[],
  meter: Meter,
): { readonly outcome: TestOutcome; readonly problem?: SpecProblem } {
  const registry = testRegistry(test);
  const { verdict } = validate({ spec, registry, candidate: test.candidate, caller: test.caller }, meter);
  const isError = ({ severity }: Diagnostic) => severity === "error";
  const shown = ({ code, path, rule }: Diagnostic): TestErrorGot => ({
    code,
    path,
    ...(rule === undefined ? {} : { rule }),
  });
  const ran = {
    ...wantedBy(test),
    got: verdict.diagnostics.filter(isError).map(shown),
    warned: verdict.diagnostics.filter((one) => !isError(one)).map(shown),
  };
  // Whatever it expects: a rule that cannot be evaluated would leave honest candidates without an answer.
  if (verdict.diagnostics.some(({ code, rule }) => code === "check.failed" && rule !== undefined)) {
    return { outcome: { ...ran, outcome: "failed" } };
  }
  const compared = compareErrors({ ...ran, outcome: "failed" });
  const parts = [
    part("expects", compared.absent, "not reported"),
    part("does not expect", compared.surplus, "reported"),
    part("expects the warning", compared.absentWarnings, "not reported"),
    part("does not expect the warning", compared.surplusWarnings, "reported"),
  ].filter((one) => one !== "");
  if (parts.length === 0) return { outcome: { ...ran, outcome: "passed" } };
  const message = `The test ${quoted(test.name)} ${parts.join(", and ")}.`;
  const advice = "Correct the test or the rule. Warnings are listed in `warnings`.";
  const problem = specProblem("spec.test-failed", path, message, advice);
  return { outcome: { ...ran, outcome: "failed" }, problem };
}

function wantedBy({
  name,
  expect,
  warnings,
}: WrittenTest): Pick<TestOutcome, "name" | "expected" | "expectedWarnings"> {
  return { name, expected: expect, ...(warnings && { expectedWarnings: warnings }) };
}

function part(verb: string, errors: readonly TestError[], what: string): string {
  const all = errors.map(({ code, path }) => `${outsideText(code)} at ${path === "" ? "the root" : outsideText(path)}`);
  const shown = all.length > 3 ? `${all.slice(0, 3).join(", ")} and ${all.length - 3} more` : all.join(", ");
  return all.length === 0 ? "" : `${verb} ${shown}, which ${all.length === 1 ? "is" : "are"} ${what}`;
}
