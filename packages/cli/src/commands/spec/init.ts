import { resolve } from "node:path";
import { firstSpecPackage, type Json } from "@assay/contract";
import { writeJson } from "@assay/json-text";
import { formatPath } from "../../draft/read-file.ts";
import { writeNew } from "../../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import { openBytes } from "../../spec-package/open-spec-package.ts";

/** Writes a small spec package to start from. */
export async function initSpec(file: string, options: { readonly domain: string }, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  const name = formatPath(path, io.cwd);
  const [targetProduct = "", domainId = "", ...rest] = options.domain.split("/");
  const text = writeJson(firstSpecPackage(targetProduct, domainId) as unknown as Json);
  const { compiled } = await openBytes(new TextEncoder().encode(text), name);
  // Everything else in the package is valid, so the ids are the only possible error.
  if (compiled.kind === "broken" || rest.length > 0) {
    throw new Failure(
      `--domain must be two ids joined by a slash, each made of lowercase words joined by hyphens, not ${JSON.stringify(options.domain)}.`,
    );
  }
  if (!writeNew(path, text)) {
    throw new Failure(`${name} already exists. Choose another name; nothing is overwritten.`);
  }
  io.out.write(`${name}: a small spec package for ${options.domain}. Its texts say what to change.\n`);
  return exitCode.valid;
}
