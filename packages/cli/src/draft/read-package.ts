import { hash } from "node:crypto";
import { resolve } from "node:path";
import { isJsonObject, isProposalPackage, type Json, limits, type ProposalPackage } from "@assay/contract";
import { packageDigest, type ReadJsonResult, readJson } from "@assay/engine";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { createSource, type Draft } from "./read-draft.ts";
import { formatPath, readFile, stripByteOrderMark } from "./read-file.ts";

/** A package from a file: a bare package, as written by `assay build`, or one in a saved answer from the service. */
interface PackageFile {
  readonly proposalPackage: ProposalPackage;
  /** The candidate of the package, as a draft in this file. */
  readonly draft: Draft;
}

/** Far larger than any package. */
export const maxPackageBytes = 4_194_304;

/** Reads a package from a file. Checks only that it has the properties of a package, so its content is not trusted. */
export function readPackage(name: string, io: Pick<Io, "cwd">): PackageFile {
  return parsePackage(readFile(name, io, { maxBytes: maxPackageBytes, isOperand: true }), name, io);
}

/** Parses a package from the bytes of a file, or from standard input if the name is `-`. */
export function parsePackage(bytes: Uint8Array, name: string, { cwd }: Pick<Io, "cwd">): PackageFile {
  const path = resolve(cwd, name);
  const displayName = name === "-" ? "<stdin>" : formatPath(path, cwd);
  const content = stripByteOrderMark(bytes);
  const read = readPackageJson(content);
  if (read.kind === "unreadable") {
    const { line, column } = read.at;
    throw new Failure(`${displayName}:${line}:${column}: ${toPrintable(read.message)}`, exitCode.invalid);
  }
  const { value: proposalPackage, isAnswer } = read;
  if (!isProposalPackage(proposalPackage)) {
    throw new Failure(
      `${displayName} is not a proposal package. Build one from a candidate with \`assay build\`.`,
      exitCode.invalid,
    );
  }
  const source = createSource(new TextDecoder().decode(content), displayName);
  const prefix = isAnswer ? "/proposalPackage/candidate" : "/candidate";
  return {
    proposalPackage,
    draft: { ...source, path, bytes, candidate: proposalPackage.candidate, prefix },
  };
}

/** Reads the JSON of a package: bare, or as the property `proposalPackage` of a submission or an answer. */
export function readPackageJson(
  bytes: Uint8Array,
):
  | { readonly kind: "ok"; readonly value: Json; readonly isAnswer: boolean }
  | Extract<ReadJsonResult, { kind: "unreadable" }> {
  // A candidate is one level deeper in a submission than in the request that a service accepted.
  const read = readJson(bytes, { maxDepth: limits.bodyDepth + 1 });
  if (read.kind === "unreadable") return read;
  const { value } = read;
  const inner = isJsonObject(value) && isJsonObject(value.proposalPackage) ? value.proposalPackage : undefined;
  return { kind: "ok", value: inner ?? value, isAnswer: inner !== undefined };
}

/** Reads a package for the owner's approval; throws a failure if it was changed after it was built. */
export function readUntouchedPackage(name: string, io: Pick<Io, "cwd">): PackageFile {
  const file = readPackage(name, io);
  const { proposalPackage, draft } = file;
  if (packageDigest(proposalPackage, (text) => hash("sha256", text)) === proposalPackage.digest) return file;
  throw new Failure(
    `${draft.name} was changed after it was built: its digest does not match its content. Change the draft instead, and build it again.`,
    exitCode.invalid,
  );
}
