import { diffSpecs } from "@assay/engine/spec-diff";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import { lookOf } from "../../output/look.ts";
import { diffMarkdown, diffText } from "../../output/spec-diff-reports.ts";
import { type OpenedPackage, openSpecPackage } from "../../spec-package/open-spec-package.ts";
import { counted } from "../../text/counted.ts";
import { quoteArgument } from "../../text/quote-argument.ts";
import { safeJson } from "../../text/safe-json.ts";

/** The options of `assay spec diff`. */
export interface DiffOptions {
  readonly format: "pretty" | "markdown" | "json";
}

/** Says whether a new spec package accepts more or less than an old one, and whether its version says so. */
export async function diff(files: readonly [string, string], { format }: DiffOptions, io: Io): Promise<ExitCode> {
  const [old, next] = [await openSpecPackage(files[0], io), await openSpecPackage(files[1], io)];
  const [before, after] = [specOf(old, files[0]), specOf(next, files[1])];
  const domainOf = ({ document }: typeof before) => `${document.targetProduct}/${document.domainId}`;
  if (domainOf(before) !== domainOf(after)) {
    throw new Failure(
      `${files[0]} is for ${domainOf(before)}, and ${files[1]} for ${domainOf(after)}. Compare packages of one domain.`,
    );
  }
  const found = diffSpecs(before, after);
  if (format === "json") io.out.write(`${safeJson(found, 2)}\n`);
  else if (format === "markdown") io.out.write(diffMarkdown(found));
  else io.out.write(diffText(found, lookOf(io, io.out)));
  return found.version.verdict === "dishonest" ? exitCode.invalid : exitCode.valid;
}

function specOf({ compiled, source, problems }: OpenedPackage, file: string) {
  if (compiled.kind === "ok") return compiled.spec;
  throw new Failure(`${source.name} has ${counted(problems.length, "problem")}. Only valid packages can be compared.`, {
    next: [`assay spec check ${quoteArgument(file)}`],
  });
}
