import { describeProposal } from "@assay/engine";
import { readUntouchedPackage } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { lookOf } from "../output/look.ts";
import { printNext } from "../output/print-next.ts";
import { terminalMarkdown } from "../output/terminal-markdown.ts";
import { quoteArgument } from "../text/quote-argument.ts";

/** Shows a package as its owner reads it. */
export async function review(file: string, options: { readonly markdown?: boolean }, io: Io): Promise<ExitCode> {
  const { proposalPackage } = readUntouchedPackage(file, io);
  const text = describeProposal(proposalPackage);
  if (options.markdown) {
    io.out.write(text);
    return exitCode.valid;
  }
  io.out.write(`${terminalMarkdown(text, lookOf(io, io.out))}\n`);
  printNext([`assay submit ${quoteArgument(file)}`], io);
  return exitCode.valid;
}
