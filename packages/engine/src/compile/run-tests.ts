import {
  type Diagnostic,
  limits,
  resolveTests,
  type SpecPackage,
  type SpecProblem,
  type SpecTest,
  type WrittenTest,
} from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { createMeter, type Meter } from "../meter.ts";
import { registryFromSnapshot } from "../registry/packed-registry.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";
import { validate } from "../verdict/validate.ts";
import { compareErrors, type ReportedTestError, type TestError, type TestOutcome } from "./test-outcome.ts";

/** Runs the tests of a package, and returns the outcome of each and the problems that their author has to fix. */
export function runTests(spec: CompiledSpec): {
  readonly tests: readonly TestOutcome[];
  readonly problems: readonly SpecProblem[];
} {
  const sharedMeter = createMeter(maxVerdicts * limits.steps);
  const outcomes: TestOutcome[] = [];
  const problems: SpecProblem[] = [];
  for (const [index, test] of resolveTests(spec.document).entries()) {
    const meter = createMeter(Math.min(limits.steps, sharedMeter.left));
    sharedMeter.left -= meter.left;
    const { outcome, problem } = runTest(spec, test, ["tests", String(index)], meter);
    sharedMeter.left += meter.left;
    // A test that ran out of steps might get a different verdict if it ran alone.
    if (sharedMeter.left <= 0) {
      return { tests: [...outcomes, ...toTestsNotRun(spec.document).slice(index)], problems: [tooMuchWork] };
    }
    outcomes.push(outcome);
    if (problem) problems.push(problem);
  }
  return { tests: outcomes, problems: [...lintExpectations(spec.document), ...problems] };
}

/** Lists the tests of a package with the outcome "not-run". */
export function toTestsNotRun({ tests }: SpecPackage): readonly TestOutcome[] {
  return tests.map((test) => ({ ...toExpected(test), outcome: "not-run" }));
}

// Reports a package whose tests expect only valid candidates, or only invalid ones.
function lintExpectations({ tests }: SpecPackage): readonly SpecProblem[] {
  const coversValid = tests.some((test) => test.expect.length === 0);
  const coversInvalid = tests.some((test) => test.expect.length > 0);
  if (coversValid && coversInvalid) return [];
  const message = `No test expects ${coversValid ? "an error" : "a candidate without errors"}.`;
  return [createSpecProblem("spec.tests", ["tests"], message, "Add one, so that the tests cover both outcomes.")];
}

// The tests run whenever a package is compiled, so their total work is limited.
const maxVerdicts = 16;

const tooMuchWork = createSpecProblem(
  "spec.too-large",
  ["tests"],
  `Together, the tests take more steps than ${maxVerdicts} verdicts may take.`,
  "Use smaller candidates or fewer tests.",
);

/** Creates the registry for a test. */
export function createTestRegistry({ registry }: SpecTest): RegistryView {
  const entries = registry.map((id) => ({ id, state: "active" as const }));
  return registryFromSnapshot({ revision: "test", entries, pending: [] });
}

function runTest(
  spec: CompiledSpec,
  test: SpecTest,
  path: readonly string[],
  meter: Meter,
): { readonly outcome: TestOutcome; readonly problem?: SpecProblem } {
  const registry = createTestRegistry(test);
  const { verdict } = validate({ spec, registry, candidate: test.candidate, caller: test.caller }, meter);
  const isError = ({ severity }: Diagnostic) => severity === "error";
  const toTestError = ({ code, path, rule }: Diagnostic): ReportedTestError => ({
    code,
    path,
    ...(rule === undefined ? {} : { rule }),
  });
  const result = {
    ...toExpected(test),
    got: verdict.diagnostics.filter(isError).map(toTestError),
    warned: verdict.diagnostics.filter((diagnostic) => !isError(diagnostic)).map(toTestError),
  };
  // A test always fails if a rule cannot be evaluated, because real candidates would get no verdict either.
  if (verdict.diagnostics.some(({ code, rule }) => code === "check.failed" && rule !== undefined)) {
    return { outcome: { ...result, outcome: "failed" } };
  }
  const compared = compareErrors({ ...result, outcome: "failed" });
  const parts = [
    formatPart("expects", compared.absent, "not reported"),
    formatPart("does not expect", compared.surplus, "reported"),
    formatPart("expects the warning", compared.absentWarnings, "not reported"),
    formatPart("does not expect the warning", compared.surplusWarnings, "reported"),
  ].filter((part) => part !== "");
  if (parts.length === 0) return { outcome: { ...result, outcome: "passed" } };
  const message = `The test ${quote(test.name)} ${parts.join(", and ")}.`;
  const advice = "Correct the test or the rule. Warnings are listed in `warnings`.";
  const problem = createSpecProblem("spec.test-failed", path, message, advice);
  return { outcome: { ...result, outcome: "failed" }, problem };
}

function toExpected({
  name,
  expect,
  warnings,
}: WrittenTest): Pick<TestOutcome, "name" | "expected" | "expectedWarnings"> {
  return { name, expected: expect, ...(warnings && { expectedWarnings: warnings }) };
}

function formatPart(verb: string, errors: readonly TestError[], participle: string): string {
  const all = errors.map(
    ({ code, path }) => `${sanitizeText(code)} at ${path === "" ? "the root" : sanitizeText(path)}`,
  );
  const list = all.length > 3 ? `${all.slice(0, 3).join(", ")} and ${all.length - 3} more` : all.join(", ");
  return all.length === 0 ? "" : `${verb} ${list}, which ${all.length === 1 ? "is" : "are"} ${participle}`;
}
