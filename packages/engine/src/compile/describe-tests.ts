import type { CompileResult } from "./compile-spec.ts";
import type { TestError, TestErrorGot, TestOutcome } from "./run-tests.ts";

/**
 * How many tests of a spec package passed, in a sentence.
 *
 * @example
 * summarizeTests(engine.compileSpec(bytes)); // "10 tests: 9 passed, 1 failed."
 */
export function summarizeTests(
  compiled: Pick<CompileResult, "kind" | "tests"> & { readonly rejectedSpec?: unknown },
): string {
  const { tests } = compiled;
  if (tests.length === 0) return "No test was run: the document is not a spec package.";
  const count = (outcome: TestOutcome["outcome"]) => tests.filter((test) => test.outcome === outcome).length;
  const counts = [`${count("passed")} passed`, `${count("failed")} failed`];
  if (count("not-run") > 0) counts.push(`${count("not-run")} not run`);
  const reason = compiled.kind === "ok" || compiled.rejectedSpec ? "" : " Solve the problems first.";
  return `${tests.length} ${tests.length === 1 ? "test" : "tests"}: ${counts.join(", ")}.${reason}`;
}

/** What a test expected and did not get, what it got and did not expect, and what it got as expected. */
export interface ComparedErrors {
  readonly absent: readonly TestError[];
  readonly surplus: readonly TestErrorGot[];
  readonly both: readonly TestErrorGot[];
}

/**
 * Compares what a test expected with what it got. Nothing is known of a test that was not run.
 *
 * @example
 * const { absent, surplus } = compareErrors(test);
 */
export function compareErrors(test: TestOutcome): ComparedErrors {
  if (test.outcome === "not-run") return { absent: [], surplus: [], both: [] };
  const { expected, got } = test;
  const isIn = (errors: readonly TestError[]) => (one: TestError) =>
    errors.some(({ code, path }) => code === one.code && path === one.path);
  return {
    absent: expected.filter((error) => !isIn(got)(error)),
    surplus: got.filter((error) => !isIn(expected)(error)),
    both: got.filter(isIn(expected)),
  };
}
