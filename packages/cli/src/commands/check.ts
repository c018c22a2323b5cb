import { readDraft } from "../draft/read-draft.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { nextSteps } from "../output/next-steps.ts";
import { printNext } from "../output/print-next.ts";
import { type Format, printReport, printUnreadable } from "../output/print-report.ts";
import { safeJson } from "../text/safe-json.ts";
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
  const { format } = options;
  const documents: object[] = [];
  let areValid = true;
  for (const [index, file] of files.entries()) {
    if (index > 0 && format === "pretty") io.out.write("\n");
    const read = await readDraft(file, io);
    if (read.kind === "unreadable") {
      areValid = false;
      documents.push(printUnreadable(read, format, io) ?? {});
      continue;
    }
    const { draft } = read;
    const domain = checker.domainOf(draft);
    const checked = await checker.check(draft.candidate, domain);
    timings.lap("check");
    documents.push(printReport(checked, draft, domain, format, io) ?? {});
    if (format === "pretty") printNext(nextSteps(checked, file, options, draft), io);
    timings.lap("report");
    areValid &&= checked.valid;
  }
  if (format === "json") io.out.write(`${safeJson(files.length === 1 ? documents[0] : documents, 2)}\n`);
  if (options.timings) {
    const parts = timings.parts.map(({ part, ms }) => `${part} ${ms.toFixed(0)} ms`);
    io.err.write(`${parts.join(", ")}\n`);
  }
  return areValid ? exitCode.valid : exitCode.invalid;
}
