import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { describeProposal } from "@assay/engine";
import { freeName } from "../draft/free-name.ts";
import { readDraft } from "../draft/read-draft.ts";
import { shownPath } from "../draft/read-file.ts";
import { readPackage } from "../draft/read-package.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { createReporter } from "../reports/create-reporter.ts";
import { editStep, nextSteps } from "../reports/next-steps.ts";
import { warnAboutOwner } from "../reports/owner-warning.ts";
import { prettyReport } from "../reports/pretty-report.ts";
import type { Format } from "../reports/reporter.ts";
import { sameOptions } from "../reports/same-options.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printJson, printNext } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import { safeJson } from "../terminal/safe-json.ts";
import { createStyle } from "../terminal/style.ts";
import { terminalMarkdown } from "../terminal/terminal-markdown.ts";
import { checkSize } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";

interface BuildOptions extends CheckerOptions {
  readonly format: Format;
  readonly output?: string;
}

/** Builds the package of a valid candidate, and shows what its owner reads; of an invalid one it writes what is wrong. */
export async function build(file: string, options: BuildOptions, io: Io): Promise<ExitCode> {
  const { format, output } = options;
  const path = output === undefined ? undefined : resolve(io.cwd, output);
  if (path !== undefined) checkOutput(path, file, options, io);
  const reporter = createReporter(format, io, options);
  const read = await readDraft(file, io);
  if (read.kind === "unreadable") {
    reporter.unreadable(read, editStep(file, options));
    reporter.end();
    return exitCode.invalid;
  }
  const { draft } = read;
  const checker = await createChecker(options, io, { files: [file] });
  const domain = checker.resolveDomain(draft);
  checkSize(draft, domain);
  const { proposalPackage, ...checked } = await checker.build(draft.candidate, domain);
  if (!proposalPackage) {
    reporter.verdict({ checked, draft, domain, next: nextSteps(checked, file, options, draft) });
    reporter.end();
    return exitCode.invalid;
  }
  io.err.write(`${terminalMarkdown(describeProposal(proposalPackage), createStyle(io, io.err))}\n`);
  warnAboutOwner(proposalPackage, await checker.subject?.(), io);
  const written = `${safeJson(proposalPackage, 2)}\n`;
  if (path === undefined || output === undefined) {
    io.out.write(written);
    return exitCode.valid;
  }
  writeAtomically(path, written);
  if (format === "json") {
    printJson({ file: output, valid: true, digest: proposalPackage.digest }, io);
    return exitCode.valid;
  }
  const name = shownPath(path, io.cwd);
  // With its warnings, which are the last chance to choose another id.
  io.out.write(prettyReport(checked, draft, createStyle(io, io.out)));
  io.out.write(`${name}: ${printable(proposalPackage.digest)}\n`);
  const { service = options.service } = checker;
  const rest = `${quoteArgument(output)}${sameOptions({ service, keyFile: options.keyFile })}`;
  printNext([`assay submit ${rest}`], io);
  return exitCode.valid;
}

// A slip of the completion in a shell must not cost anybody their draft.
function checkOutput(path: string, file: string, options: BuildOptions, io: Io): void {
  if (!existsSync(path)) return;
  try {
    readPackage(realpathSync(path), io);
  } catch {
    const name = file === "-" ? "proposal.json" : file.replace(/(?:\.json)?$/, ".proposal.json");
    const free = quoteArgument(freeName(name, io.cwd));
    throw new Failure(`${shownPath(path, io.cwd)} exists and is not a package. Choose another name for the package:`, {
      next: [file === "-" ? `-o ${free}` : `assay build ${quoteArgument(file)} -o ${free}${sameOptions(options)}`],
    });
  }
}
