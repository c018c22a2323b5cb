import { resolve } from "node:path";
import { firstSpecPackage, type Json } from "@assay/contract";
import { writeJson } from "@assay/json-text";
import { freeName } from "../../draft/free-name.ts";
import { shownPath } from "../../draft/read-file.ts";
import { writeNew } from "../../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import { openBytes } from "../../spec-package/open-spec-package.ts";
import { quoteArgument } from "../../terminal/phrases.ts";
import { printNext } from "../../terminal/print.ts";

/** Writes a small spec package to start from. */
export async function init(file: string, options: { readonly domain: string }, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  const name = shownPath(path, io.cwd);
  const [targetProduct = "", domainId = "", ...more] = options.domain.split("/");
  const text = writeJson(firstSpecPackage(targetProduct, domainId) as unknown as Json);
  const { compiled } = await openBytes(new TextEncoder().encode(text), name);
  // Everything else in it is valid.
  if (compiled.kind === "broken" || more.length > 0) {
    throw new Failure(
      `--domain must be two ids joined by a slash, each made of lowercase words joined by hyphens, not ${JSON.stringify(options.domain)}.`,
      { next: [`assay spec init ${quoteArgument(file)} --domain my-product/my-proposals`] },
    );
  }
  if (!writeNew(path, text)) {
    throw new Failure(`${name} already exists. Choose another name; nothing is overwritten.`, {
      next: [`assay spec init ${quoteArgument(freeName(file, io.cwd))} --domain ${quoteArgument(options.domain)}`],
    });
  }
  io.out.write(`${name}: a small spec package for ${options.domain}. Its texts say what to change.\n`);
  printNext([`assay spec check ${quoteArgument(file)}`], io);
  return exitCode.valid;
}
