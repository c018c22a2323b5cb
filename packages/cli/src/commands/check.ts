import type { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { createReporter } from "../reports/create-reporter.ts";
import { nextSteps } from "../reports/next-steps.ts";
import type { Format } from "../reports/reporter.ts";
import { checkFiles } from "../verdicts/check-files.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";
import { createTimings } from "../verdicts/timings.ts";

/** The options of `assay check`. */
export interface CheckOptions extends CheckerOptions {
  readonly format: Format;
  readonly timings?: boolean;
}

/** Checks candidates and writes what is wrong with each; `startMs` is what starting took before this was loaded. */
export async function check(
  files: readonly string[],
  options: CheckOptions,
  io: Io,
  startMs: number,
): Promise<ExitCode> {
  const timings = createTimings(startMs);
  timings.lap("engine");
  const checker = await createChecker(options, io, timings);
  const code = await checkFiles(files, io, {
    checker,
    reporter: createReporter(options.format, io),
    timings,
    nextSteps: (checked, file, draft) => nextSteps(checked, file, options, draft),
  });
  if (options.timings) {
    const parts = timings.parts.map(({ part, ms }) => `${part} ${ms.toFixed(0)} ms`);
    io.err.write(`${parts.join(", ")}\n`);
  }
  return code;
}
