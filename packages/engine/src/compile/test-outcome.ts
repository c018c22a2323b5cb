import type { DiagnosticCode } from "@assay/contract";

/** An error of a test's candidate, as `expect` lists it, or a warning, as `warnings` does. */
export interface TestError {
  readonly code: DiagnosticCode;
  readonly path: string;
}

/** An error or warning that a test got, and the id of the rule if one reported it. */
export interface TestErrorGot extends TestError {
  readonly rule?: string;
}

/**
 * What became of one test of a spec package. A test fails if it gets other errors than it expects, or other warnings if it
 * lists them, or if a rule cannot be evaluated in it; it is not run if the package has problems besides its tests, or if the
 * tests before it took every step.
 */
export type TestOutcome = {
  readonly name: string;
  readonly expected: readonly TestError[];
  /** Absent if the test does not list warnings. */
  readonly expectedWarnings?: readonly TestError[];
} & (
  | {
      readonly outcome: "passed" | "failed";
      readonly got: readonly TestErrorGot[];
      /** What was reported and is not an error. */
      readonly warned: readonly TestErrorGot[];
    }
  | { readonly outcome: "not-run" }
);

/** What a test expected and did not get, what it got and did not expect, and what it got as expected. */
export interface ComparedErrors {
  readonly absent: readonly TestError[];
  readonly surplus: readonly TestErrorGot[];
  readonly both: readonly TestErrorGot[];
  /** The same of warnings, if the test lists them. */
  readonly absentWarnings: readonly TestError[];
  readonly surplusWarnings: readonly TestErrorGot[];
}

/**
 * Compares what a test expected with what it got. Nothing is known of a test that was not run.
 *
 * @example
 * const { absent, surplus } = compareErrors(test);
 */
export function compareErrors(test: TestOutcome): ComparedErrors {
  if (test.outcome === "not-run") return { absent: [], surplus: [], both: [], absentWarnings: [], surplusWarnings: [] };
  const { expected, expectedWarnings, got, warned } = test;
  const isIn = (errors: readonly TestError[], one: TestError) =>
    errors.some(({ code, path }) => code === one.code && path === one.path);
  const exclude = <One extends TestError>(errors: readonly One[], others: readonly TestError[]) =>
    errors.filter((error) => !isIn(others, error));
  return {
    absent: exclude(expected, got),
    surplus: exclude(got, expected),
    both: got.filter((error) => isIn(expected, error)),
    absentWarnings: exclude(expectedWarnings ?? [], warned),
    surplusWarnings: expectedWarnings ? exclude(warned, expectedWarnings) : [],
  };
}

/**
 * How many tests of a spec package passed, in a sentence.
 *
 * @example
 * summarizeTests(engine.compileSpec(bytes)); // "10 tests: 9 passed, 1 failed."
 */
export function summarizeTests(compiled: {
  readonly kind: "ok" | "broken";
  readonly tests: readonly TestOutcome[];
  readonly rejectedSpec?: unknown;
}): string {
  const { tests } = compiled;
  if (tests.length === 0) return "No test was run: the document is not a spec package.";
  const count = (outcome: TestOutcome["outcome"]) => tests.filter((test) => test.outcome === outcome).length;
  const counts = [`${count("passed")} passed`, `${count("failed")} failed`];
  if (count("not-run") > 0) counts.push(`${count("not-run")} not run`);
  const reason = compiled.kind === "ok" || compiled.rejectedSpec ? "" : " Fix the problems first.";
  return `${tests.length} ${tests.length === 1 ? "test" : "tests"}: ${counts.join(", ")}.${reason}`;
}
