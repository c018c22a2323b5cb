import type { DiagnosticCode } from "@assay/contract";

/** An error that a test lists in `expect`, or a warning that it lists in `warnings`. */
export interface TestError {
  readonly code: DiagnosticCode;
  readonly path: string;
}

/** An error or warning that was reported, with the id of the rule if a rule reported it. */
export interface ReportedTestError extends TestError {
  readonly rule?: string;
}

/**
 * The outcome of one test of a spec package. A test fails if the reported errors differ from the listed ones, if it lists
 * warnings and the reported ones differ, or if a rule cannot be evaluated. It is not run if the package has problems other
 * than failing tests, or if the steps for all tests have been used up.
 */
export type TestOutcome = {
  readonly name: string;
  readonly expected: readonly TestError[];
  /** Absent if the test does not list warnings. */
  readonly expectedWarnings?: readonly TestError[];
} & (
  | {
      readonly outcome: "passed" | "failed";
      readonly got: readonly ReportedTestError[];
      /** The warnings and other diagnostics that are not errors. */
      readonly warned: readonly ReportedTestError[];
    }
  | { readonly outcome: "not-run" }
);

/** The expected errors of a test, compared with the reported ones. */
export interface ComparedErrors {
  /** Expected, but not reported. */
  readonly absent: readonly TestError[];
  /** Reported, but not expected. */
  readonly surplus: readonly ReportedTestError[];
  readonly both: readonly ReportedTestError[];
  /** The same for warnings, if the test lists them. */
  readonly absentWarnings: readonly TestError[];
  readonly surplusWarnings: readonly ReportedTestError[];
}

/**
 * Compares the expected errors of a test with the reported ones. For a test that was not run, all lists are empty.
 *
 * @example
 * const { absent, surplus } = compareErrors(test);
 */
export function compareErrors(test: TestOutcome): ComparedErrors {
  if (test.outcome === "not-run") return { absent: [], surplus: [], both: [], absentWarnings: [], surplusWarnings: [] };
  const { expected, expectedWarnings, got, warned } = test;
  const isIn = (errors: readonly TestError[], error: TestError) =>
    errors.some(({ code, path }) => code === error.code && path === error.path);
  const exclude = <Listed extends TestError>(errors: readonly Listed[], others: readonly TestError[]) =>
    errors.filter((error) => !isIn(others, error));
  // An unknown property can be reported together with the missing one that it stands for.
  const isCovered = ({ code, path }: TestError) =>
    code === "field.missing" &&
    got.some((error) => error.code === "field.unknown" && readParent(error.path) === readParent(path));
  return {
    absent: exclude(expected, got).filter((error) => !isCovered(error)),
    surplus: exclude(got, expected),
    both: got.filter((error) => isIn(expected, error)),
    absentWarnings: exclude(expectedWarnings ?? [], warned),
    surplusWarnings: expectedWarnings ? exclude(warned, expectedWarnings) : [],
  };
}

function readParent(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/**
 * Summarizes how many tests of a spec package passed, in a sentence.
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
