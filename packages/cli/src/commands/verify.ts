import { isDeepStrictEqual } from "node:util";
import { isJsonObject, limits, type ProposalPackage, type Verification } from "@assay/contract";
import {
  type CompiledSpec,
  comparisonKey,
  describeProposal,
  type Engine,
  type PackageVerification,
  type RegistryView,
} from "@assay/engine";
import type { AccessOptions } from "../access/decide-access.ts";
import type { Draft } from "../draft/read-draft.ts";
import { readFile, readStdin } from "../draft/read-file.ts";
import { maxPackageBytes, packageFrom, readPackageJson } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { prettyReport } from "../reports/pretty-report.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { createStyle } from "../terminal/style.ts";
import { type Checked, type Checker, checkSize } from "../verdicts/checker.ts";
import { createChecker } from "../verdicts/create-checker.ts";
import { openRegistry, readRules } from "../verdicts/rules-engine.ts";

interface VerifyOptions extends AccessOptions {
  readonly specPackage?: string;
  readonly registry?: string;
  readonly format: PlainFormat;
}

interface Rules {
  readonly engine: Engine;
  readonly spec: CompiledSpec;
  readonly registry: RegistryView;
}

/** Whether a package is what its candidate builds, with the verdict if there is one. */
interface Verified {
  readonly kind: PackageVerification["kind"];
  readonly checked?: Checked;
}

/** Checks that a package is what building its candidate gives now: here if its rules are named, otherwise at the service. */
export async function verify(file: string, options: VerifyOptions, io: Io): Promise<ExitCode> {
  const { specPackage, registry } = options;
  if (specPackage === undefined && registry === undefined) return await verifyAtService(file, options, io);
  if (specPackage === undefined || registry === undefined) {
    throw new Failure(
      "To verify without the service, name the rules and the ids that are taken: --spec-package FILE and --registry FILE.",
    );
  }
  const { engine, spec } = await readRules({ specPackage }, io);
  const bytes = readFile(registry, io, { maxBytes: limits.registry.bytes });
  const rules = { engine, spec, registry: openRegistry({ name: registry, bytes }, spec.document.targetProduct) };
  if (options.format === "json") {
    // One byte too many is for the answer to say.
    const bytes = file === "-" ? await io.readStdin(maxPackageBytes + 1) : await readText(file, io);
    const verification = verifyText(bytes, rules);
    printJson(verification, io);
    return verification.kind === "ok" ? exitCode.valid : exitCode.invalid;
  }
  const { proposalPackage, draft } = packageFrom(await readText(file, io), file, io);
  const verified = rules.engine.verifyPackage(proposalPackage, rules.spec, rules.registry);
  const checked = "verdict" in verified ? { checked: verified.verdict } : {};
  return report({ kind: verified.kind, ...checked }, "these rules", draft, io);
}

async function verifyAtService(file: string, options: VerifyOptions, io: Io): Promise<ExitCode> {
  const { proposalPackage, draft } = packageFrom(await readText(file, io), file, io);
  const checker = await createChecker(options, io, [file]);
  const { targetProduct, domainId } = proposalPackage;
  checkSize(draft, { targetProduct, domainId });
  const verified = await verifyWith(checker, proposalPackage);
  const isOk = verified.kind === "ok";
  if (options.format === "json") {
    const { kind, checked } = verified;
    printJson({ file: draft.name, valid: isOk, kind, diagnostics: checked?.diagnostics ?? [] }, io);
    return isOk ? exitCode.valid : exitCode.invalid;
  }
  return report(verified, "the rules in force now", draft, io);
}

// The service says what the candidate builds now; the comparison is ours.
async function verifyWith(checker: Checker, proposalPackage: ProposalPackage): Promise<Verified> {
  const { targetProduct, domainId, candidate } = proposalPackage;
  const { proposalPackage: built, ...checked } = await checker.build(candidate, { targetProduct, domainId });
  if (!built) return { kind: "invalid", checked };
  if (!isDeepStrictEqual(proposalPackage.specPackage, built.specPackage))
    return { kind: "other-spec-package", checked };
  if (!isDeepStrictEqual(candidate, built.candidate)) return { kind: "not-normalized", checked };
  if (proposalPackage.digest !== built.digest) return { kind: "digest-differs", checked };
  return { kind: isDeepStrictEqual(proposalPackage, built) ? "ok" : "not-a-package", checked };
}

async function readText(file: string, io: Io): Promise<Uint8Array> {
  if (file === "-") return await readStdin(io, maxPackageBytes);
  return readFile(file, io, { maxBytes: maxPackageBytes, orStdin: true, isOperand: true });
}

const sentences: { readonly [kind in Verified["kind"]]: string } = {
  ok: "This matches what its candidate builds under RULES.",
  "not-a-package": "Its properties are not those of a proposal package. Build it again.",
  "other-spec-package":
    "This was built for a different domain, or under a different version of the rules. Build it again.",
  invalid: "Its candidate is not valid under RULES. Correct it as shown above, then build the package again.",
  "not-normalized":
    "Its candidate is valid, but building it produces different strings or a different order. Build it again.",
  "digest-differs":
    "Its digest does not match its content, so the package was changed after it was built. Change the draft instead, and build it again.",
};

function report({ kind, checked }: Verified, rules: string, draft: Draft, io: Io): ExitCode {
  const style = createStyle(io, io.out);
  const isOk = kind === "ok";
  if (kind === "invalid" && checked) io.out.write(prettyReport(checked, draft, style));
  const sentence = sentences[kind].replace("RULES", rules);
  io.out.write(`${style.paint(isOk ? "fix" : "error", `${draft.name}: ${sentence}`)}\n`);
  return isOk ? exitCode.valid : exitCode.invalid;
}

/** What a product gets to know about a submission: every text has an answer. */
function verifyText(bytes: Uint8Array, { engine, spec, registry }: Rules): Verification {
  const unreadable = (code: string, message: string, { line, column } = { line: 1, column: 1 }): Verification => ({
    kind: "unreadable",
    diagnostics: [],
    unreadable: { code, message, line, column },
  });
  if (bytes.length > maxPackageBytes)
    return unreadable("body-too-large", `A package may have at most ${maxPackageBytes} bytes.`);
  const read = readPackageJson(bytes);
  if (read.kind === "unreadable") return unreadable(read.code, read.message, read.at);
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
