import { hash } from "node:crypto";
import { resolve } from "node:path";
import { isJsonObject, isProposalPackage, limits, type ProposalPackage } from "@assay/contract";
import { packageDigest, readJson } from "@assay/engine";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { sameOptions } from "../reports/same-options.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printable } from "../terminal/printable.ts";
import { packageName } from "./free-name.ts";
import { createSource, type Draft } from "./read-draft.ts";
import { readFile, shownPath, withoutByteOrderMark } from "./read-file.ts";

/** A package as it is in a file: alone, as `assay build` writes it, or in a saved answer of the service. */
interface PackageFile {
  readonly proposalPackage: ProposalPackage;
  /** The file, with the candidate of the package as its candidate. */
  readonly draft: Draft;
}

type BuildOptions = Parameters<typeof sameOptions>[0];

/** Far more than any package has. */
const maxPackageBytes = 4_194_304;

/** Reads a package. Nothing in it is trusted: only that it has the properties of one is checked. `options` are for `assay build`. */
export function readPackage(name: string, io: Pick<Io, "cwd">, options: BuildOptions = {}): PackageFile {
  const path = resolve(io.cwd, name);
  const shown = shownPath(path, io.cwd);
  const content = withoutByteOrderMark(readFile(name, io, { maxBytes: maxPackageBytes, isOperand: true }));
  const read = readJson(content, { maxDepth: limits.specPackage.depth });
  if (read.kind === "unreadable") {
    const { line, column } = read.at;
    throw new Failure(`${shown}:${line}:${column}: ${printable(read.message)}`, { exitCode: exitCode.invalid });
  }
  const outer = read.value;
  const isAnswer = isJsonObject(outer) && isJsonObject(outer.proposalPackage);
  const proposalPackage = isAnswer ? outer.proposalPackage : outer;
  if (!isProposalPackage(proposalPackage)) {
    // Most often it is the draft itself.
    const draft = isJsonObject(outer) && outer.format === undefined ? name : "candidate.json";
    throw new Failure(`${shown} is not a proposal package. Build one from a candidate, for example:`, {
      exitCode: exitCode.invalid,
      next: [`assay build ${quoteArgument(draft)} -o ${packageName(draft)}${sameOptions(options)}`],
    });
  }
  const source = createSource(new TextDecoder().decode(content), shown);
  const prefix = isAnswer ? "/proposalPackage/candidate" : "/candidate";
  return {
    proposalPackage,
    draft: { ...source, path, hasByteOrderMark: false, candidate: proposalPackage.candidate, prefix },
  };
}

/** Reads a package that somebody is about to agree to: it has to be as it was built. */
export function readUntouchedPackage(name: string, io: Pick<Io, "cwd">, options: BuildOptions = {}): PackageFile {
  const file = readPackage(name, io, options);
  const { proposalPackage, draft } = file;
  if (packageDigest(proposalPackage, (text) => hash("sha256", text)) === proposalPackage.digest) return file;
  const domain = `${proposalPackage.targetProduct}/${proposalPackage.domainId}`;
  // Whatever was changed, a name that no domain has is not repeated.
  const named = /^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/.test(domain) ? { domain } : {};
  throw new Failure(
    `${draft.name} was changed after it was built: its digest does not match its content. Change the draft instead, and build it again.`,
    {
      exitCode: exitCode.invalid,
      next: [`assay build candidate.json -o ${quoteArgument(name)}${sameOptions({ ...options, ...named })}`],
    },
  );
}
