import { findFiles } from "../draft/find-files.ts";
import type { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { createReporter } from "../reports/create-reporter.ts";
import { editStep, nextAfterAll, nextSteps } from "../reports/next-steps.ts";
import type { Format } from "../reports/reporter.ts";
import { checkFiles } from "../verdicts/check-files.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";
import { createTimings } from "../verdicts/timings.ts";

interface CheckOptions extends CheckerOptions {
  readonly format: Format;
  readonly timings?: boolean;
}

/** Checks candidates and writes what is wrong with each; `startMs` is what starting took before this was loaded. */
export async function check(
  names: readonly string[],
  options: CheckOptions,
  io: Io,
  startMs: number,
): Promise<ExitCode> {
  const timings = createTimings(startMs);
  const found = findFiles(names, io, options);
  const checker = await createChecker(options, io, { ...found, timings });
  const code = await checkFiles(found, io, {
    checker,
    reporter: createReporter(options.format, io, options),
    timings,
    nextSteps: (checked, file, draft) => nextSteps(checked, file, options, draft),
    nextUnreadable: (file) => editStep(file, options),
    nextAfterAll: (verdicts) => nextAfterAll(verdicts, found, options),
  });
  if (options.timings) {
    const parts = timings.parts.map(({ part, ms }) => `${part} ${ms.toFixed(0)} ms`);
    io.err.write(`${parts.join(", ")}\n`);
  }
  return code;
}
