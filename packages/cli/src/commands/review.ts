import { describeProposal } from "@assay/engine";
import type { AccessOptions } from "../access/decide-access.ts";
import { readUntouchedPackage } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { sameOptions } from "../reports/same-options.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printNext } from "../terminal/print.ts";
import { printableLines } from "../terminal/printable.ts";
import { createStyle } from "../terminal/style.ts";
import { terminalMarkdown } from "../terminal/terminal-markdown.ts";

interface ReviewOptions extends AccessOptions {
  readonly markdown?: boolean;
}

/** Shows a package as its owner reads it. No service is asked: its options are for what comes next. */
export async function review(file: string, options: ReviewOptions, io: Io): Promise<ExitCode> {
  const { service, keyFile } = options;
  const { proposalPackage } = readUntouchedPackage(file, io, { service, keyFile });
  const text = describeProposal(proposalPackage);
  if (options.markdown) {
    io.out.write(printableLines(text));
    return exitCode.valid;
  }
  io.out.write(`${terminalMarkdown(text, createStyle(io, io.out))}\n`);
  printNext([`assay submit ${quoteArgument(file)}${sameOptions({ service, keyFile })}`], io);
  return exitCode.valid;
}
