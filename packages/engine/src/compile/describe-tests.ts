import type { CompileResult } from "./compile-spec.ts";
import type { TestOutcome } from "./test-outcome.ts";

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
  const reason = compiled.kind === "ok" || compiled.rejectedSpec ? "" : " Fix the problems first.";
  return `${tests.length} ${tests.length === 1 ? "test" : "tests"}: ${counts.join(", ")}.${reason}`;
}
