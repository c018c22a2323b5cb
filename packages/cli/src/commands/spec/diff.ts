import { diffSpecs } from "@assay/engine/spec-diff";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import { diffMarkdown, diffText } from "../../spec-package/diff-reports.ts";
import { type OpenedPackage, openSpecPackage } from "../../spec-package/open-spec-package.ts";
import { counted, quoteArgument } from "../../terminal/phrases.ts";
import { safeJson } from "../../terminal/safe-json.ts";
import { createStyle } from "../../terminal/style.ts";

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
  else io.out.write(diffText(found, createStyle(io, io.out)));
  return found.version.verdict === "dishonest" ? exitCode.invalid : exitCode.valid;
}

function specOf({ compiled, source, problems }: OpenedPackage, file: string) {
  if (compiled.kind === "ok") return compiled.spec;
  throw new Failure(`${source.name} has ${counted(problems.length, "problem")}. Only valid packages can be compared.`, {
    next: [`assay spec check ${quoteArgument(file)}`],
  });
}
