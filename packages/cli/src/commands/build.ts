import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { reviewProposal } from "@assay/engine";
import { formatPath } from "../draft/read-file.ts";
import { readPackage } from "../draft/read-package.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { createReporter } from "../reports/create-reporter.ts";
import { warnAboutOwner } from "../reports/owner-warning.ts";
import { prettyReport } from "../reports/pretty-report.ts";
import type { Format } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { reviewLines } from "../terminal/review-lines.ts";
import { createStyle } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { toSafeJson } from "../terminal/to-safe-json.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";
import { openDraft } from "../verdicts/open-draft.ts";

interface BuildOptions extends CheckerOptions {
  readonly format: Format;
  readonly output?: string;
}

/** Builds the package for a valid candidate and shows the review for its owner. Reports problems if it is invalid. */
export async function build(file: string, options: BuildOptions, io: Io): Promise<ExitCode> {
  const { format, output } = options;
  const path = output === undefined ? undefined : resolve(io.cwd, output);
  if (path !== undefined) checkOutput(path, io);
  const reporter = createReporter(format, io);
  const checker = await createChecker(options, io, [file]);
  const opened = await openDraft(file, checker, io);
  if (opened.kind !== "ok") {
    if (opened.kind === "unreadable") reporter.reportUnreadable(opened);
    reporter.end();
    return exitCode.invalid;
  }
  const { draft, domain } = opened;
  const { proposalPackage, ...verdict } = await checker.build(draft.candidate, domain);
  if (!proposalPackage) {
    reporter.reportVerdict({ verdict, draft, domain });
    reporter.end();
    return exitCode.invalid;
  }
  const review = reviewLines(reviewProposal(proposalPackage), createStyle(io, io.err));
  io.err.write(`${review.join("\n")}\n`);
  warnAboutOwner(proposalPackage, await checker.subject?.(), io);
  const json = `${toSafeJson(proposalPackage, 2)}\n`;
  if (path === undefined || output === undefined) {
    io.out.write(json);
    return exitCode.valid;
  }
  writeAtomically(path, json);
  if (format === "json") {
    printJson([{ file: output, valid: true, digest: proposalPackage.digest }], io);
    return exitCode.valid;
  }
  const name = formatPath(path, io.cwd);
  // The report includes warnings: this is the last chance to choose another id.
  io.out.write(prettyReport({ verdict, draft }, createStyle(io, io.out)));
  io.out.write(`${name}: ${toPrintable(proposalPackage.digest)}\n`);
  return exitCode.valid;
}

// Refuses to overwrite anything but a package, in case shell completion picked the draft.
function checkOutput(path: string, io: Io): void {
  if (!existsSync(path)) return;
  try {
    readPackage(realpathSync(path), io);
  } catch {
    throw new Failure(
      `${formatPath(path, io.cwd)} exists and is not a package. Choose another name for the package with -o.`,
    );
  }
}
