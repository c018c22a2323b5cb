import { listProjectDrafts } from "../access/read-project.ts";
import { findFiles } from "../draft/find-files.ts";
import type { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { createReporter } from "../reports/create-reporter.ts";
import type { Format } from "../reports/reporter.ts";
import { checkFiles } from "../verdicts/check-files.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";

interface CheckOptions extends CheckerOptions {
  readonly format: Format;
}

/** Checks candidates and reports the problems in each. Without names, checks those that `assay.json` names. */
export async function check(names: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const drafts = findFiles(names.length > 0 ? names : listProjectDrafts(io), io);
  const checker = await createChecker(options, io, drafts.files);
  return await checkFiles(drafts, io, { checker, reporter: createReporter(options.format, io) });
}
