import { isDeepStrictEqual } from "node:util";
import type { ProposalPackage } from "@assay/contract";
import { readPackage } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { prettyReport } from "../reports/pretty-report.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { sameOptions } from "../reports/same-options.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printJson, printNext } from "../terminal/print.ts";
import { createStyle } from "../terminal/style.ts";
import { type Checked, type Checker, checkSize } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";

type Kind = "ok" | "not-a-package" | "other-spec-package" | "invalid" | "not-normalized" | "digest-differs";

const sentences: { readonly [kind in Kind]: string } = {
  ok: "This matches what its candidate builds under the rules in force now.",
  "not-a-package": "Its properties are not those of a proposal package. Build it again.",
  "other-spec-package":
    "This was built for a different domain, or under a different version of the rules. Build it again.",
  invalid:
    "Its candidate is not valid under the rules in force now. Correct it as shown above, then build the package again.",
  "not-normalized":
    "Its candidate is valid, but building it produces different strings or a different order. Build it again.",
  "digest-differs":
    "Its digest does not match its content, so the package was changed after it was built. Change the draft instead, and build it again.",
};

/** Checks that a package is what building its candidate gives now. */
export async function verify(
  file: string,
  options: CheckerOptions & { readonly format: PlainFormat },
  io: Io,
): Promise<ExitCode> {
  const { proposalPackage, draft } = readPackage(file, io, options);
  const checker = await createChecker(options, io, { files: [file] });
  const { targetProduct, domainId } = proposalPackage;
  if (!checker.offline) checkSize(draft, { targetProduct, domainId });
  const { kind, checked } = await verified(proposalPackage, checker);
  const isOk = kind === "ok";
  if (options.format === "json") {
    printJson({ file: draft.name, valid: isOk, kind, diagnostics: checked?.diagnostics ?? [] }, io);
    return isOk ? exitCode.valid : exitCode.invalid;
  }
  const style = createStyle(io, io.out);
  if (kind === "invalid" && checked) io.out.write(prettyReport(checked, draft, style));
  const sentence = sentences[kind].replace("the rules in force now", checker.offline ? "these rules" : "$&");
  io.out.write(`${style.paint(isOk ? "fix" : "error", `${draft.name}: ${sentence}`)}\n`);
  const name = quoteArgument(file);
  const { keyFile, domain = `${targetProduct}/${domainId}` } = options;
  const { service = options.service } = checker;
  printNext(
    [
      isOk
        ? `assay submit ${name}${sameOptions({ service, keyFile })}`
        : `assay build candidate.json -o ${name}${sameOptions({ ...options, service, domain })}`,
    ],
    io,
  );
  return isOk ? exitCode.valid : exitCode.invalid;
}

async function verified(
  proposalPackage: ProposalPackage,
  checker: Checker,
): Promise<{ readonly kind: Kind; readonly checked?: Checked }> {
  const { offline } = checker;
  if (offline) {
    const outcome = offline.engine.verifyPackage(proposalPackage, offline.spec, offline.registry);
    return { kind: outcome.kind, ...("verdict" in outcome && { checked: outcome.verdict }) };
  }
  const { targetProduct, domainId, candidate } = proposalPackage;
  // The service says what the candidate builds now; the comparison is ours.
  const { proposalPackage: built, ...checked } = await checker.build(candidate, { targetProduct, domainId });
  if (!built) return { kind: "invalid", checked };
  if (!isDeepStrictEqual(proposalPackage.specPackage, built.specPackage))
    return { kind: "other-spec-package", checked };
  if (!isDeepStrictEqual(candidate, built.candidate)) return { kind: "not-normalized", checked };
  if (proposalPackage.digest !== built.digest) return { kind: "digest-differs", checked };
  return { kind: isDeepStrictEqual(proposalPackage, built) ? "ok" : "not-a-package", checked };
}
