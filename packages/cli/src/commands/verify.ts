import { isJsonObject, type Verification } from "@assay/contract";
import { type CompiledSpec, comparisonKey, describeProposal, type PackageVerification } from "@assay/engine";
import type { Draft } from "../draft/read-draft.ts";
import { readFile, readStdin, stripByteOrderMark } from "../draft/read-file.ts";
import { maxPackageBytes, parsePackage, readPackageJson } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { prettyReport } from "../reports/pretty-report.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { createStyle } from "../terminal/style.ts";
import { type OpenedRules, readRegistryFile, readRules } from "../verdicts/rules-engine.ts";

interface VerifyOptions {
  readonly specPackage: string;
  readonly registry: string;
  readonly format: PlainFormat;
  readonly listen?: string;
}

/** Rebuilds a package under rules from a file and compares the result. Products run it without calling a service. */
export async function verify(file: string | undefined, options: VerifyOptions, io: Io): Promise<ExitCode> {
  const { listen, format, specPackage, registry } = options;
  if (listen !== undefined && file === undefined)
    return await (await import("./verify-listen.ts")).listenForPackages(
      { specPackage, registry, listen },
      verifyText,
      io,
    );
  if (listen !== undefined || file === undefined)
    throw new Failure("Name either the file with the package, where - is standard input, or an address with --listen.");
  const { engine, spec } = await readRules({ specPackage }, io);
  const rules = { engine, spec, registry: readRegistryFile(registry, spec.document.targetProduct, io) };
  if (format === "json") {
    // Reads one byte over the limit, so that the answer can report that the package is too large.
    const verification = verifyText(
      file === "-" ? await io.readStdin(maxPackageBytes + 1) : await readText(file, io),
      rules,
    );
    printJson(verification, io);
    return verification.kind === "ok" ? exitCode.valid : exitCode.invalid;
  }
  const { proposalPackage, draft } = parsePackage(await readText(file, io), file, io);
  return printVerification(engine.verifyPackage(proposalPackage, spec, rules.registry), draft, io);
}

async function readText(file: string, io: Io): Promise<Uint8Array> {
  if (file === "-") return await readStdin(io, maxPackageBytes);
  return readFile(file, io, { maxBytes: maxPackageBytes, acceptsStdin: true, isOperand: true });
}

const sentences: { readonly [kind in PackageVerification["kind"]]: string } = {
  ok: "This matches what its candidate builds under these rules.",
  "not-a-package": "Its properties are not those of a proposal package. Build it again.",
  "other-spec-package":
    "This was built for a different domain, or under a different version of the rules. Build it again.",
  invalid: "Its candidate is not valid under these rules. Correct it as shown above, then build the package again.",
  "not-normalized":
    "Its candidate is valid, but building it produces different strings or a different order. Build it again.",
  "digest-differs":
    "Its digest does not match its content, so the package was changed after it was built. Change the draft instead, and build it again.",
};

function printVerification(verified: PackageVerification, draft: Draft, io: Io): ExitCode {
  const style = createStyle(io, io.out);
  const isOk = verified.kind === "ok";
  if (verified.kind === "invalid") io.out.write(prettyReport({ verdict: verified.verdict, draft }, style));
  io.out.write(`${style.paint(isOk ? "fix" : "error", `${draft.name}: ${sentences[verified.kind]}`)}\n`);
  return isOk ? exitCode.valid : exitCode.invalid;
}

/** Returns the answer for a product. Every input gets an answer, even if it is not JSON. */
function verifyText(bytes: Uint8Array, { engine, spec, registry }: OpenedRules): Verification {
  const toUnreadable = (code: string, message: string, { line, column } = { line: 1, column: 1 }): Verification => ({
    kind: "unreadable",
    diagnostics: [],
    unreadable: { code, message, line, column },
  });
  if (bytes.length > maxPackageBytes)
    return toUnreadable("body-too-large", `A package may have at most ${maxPackageBytes} bytes.`);
  const read = readPackageJson(stripByteOrderMark(bytes));
  if (read.kind === "unreadable") return toUnreadable(read.code, read.message, read.at);
  const verified = engine.verifyPackage(read.value, spec, registry);
  const candidate = isJsonObject(read.value) ? read.value.candidate : undefined;
  const id = isJsonObject(candidate) && typeof candidate.generatorId === "string" ? candidate.generatorId : undefined;
  const key = id === undefined ? {} : { idKey: toIdKey(id, spec) };
  switch (verified.kind) {
    case "ok": {
      const { kind, proposalPackage, verdict } = verified;
      const { digest, candidate: built } = proposalPackage;
      const idKey = toIdKey(String(built.generatorId), spec);
      const ownerReview = describeProposal(proposalPackage, { spec, verdict });
      return { kind, diagnostics: verdict.diagnostics, digest, idKey, proposalPackage, ownerReview };
    }
    case "invalid":
      return { kind: verified.kind, ...verified.verdict, ...key };
    case "not-normalized":
    case "digest-differs":
      return { kind: verified.kind, diagnostics: verified.verdict.diagnostics, digest: verified.digest, ...key };
    default:
      return { kind: verified.kind, diagnostics: [], ...key };
  }
}

function toIdKey(id: string, { document }: CompiledSpec): string {
  return document.generatorId.compare === "exact" ? id : comparisonKey(id);
}
