import { describeProposal } from "@assay/engine";
import { readUntouchedPackage } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printNext } from "../terminal/print.ts";
import { printableLines } from "../terminal/printable.ts";
import { createStyle } from "../terminal/style.ts";
import { terminalMarkdown } from "../terminal/terminal-markdown.ts";

/** Shows a package as its owner reads it. */
export async function review(file: string, options: { readonly markdown?: boolean }, io: Io): Promise<ExitCode> {
  const { proposalPackage } = readUntouchedPackage(file, io);
  const text = describeProposal(proposalPackage);
  if (options.markdown) {
    io.out.write(printableLines(text));
    return exitCode.valid;
  }
  io.out.write(`${terminalMarkdown(text, createStyle(io, io.out))}\n`);
  printNext([`assay submit ${quoteArgument(file)}`], io);
  return exitCode.valid;
}
