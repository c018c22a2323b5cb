import { reviewProposal } from "@assay/engine";
import type { AccessOptions } from "../access/decide-access.ts";
import { askYesNo, openAccess } from "../access/open-access.ts";
import { readUntouchedPackage } from "../draft/read-package.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { warnAboutOwner } from "../reports/owner-warning.ts";
import { prettyReport } from "../reports/pretty-report.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson, printNote } from "../terminal/print.ts";
import { reviewLines } from "../terminal/review-lines.ts";
import { createStyle } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { findDomain } from "../verdicts/resolve-domain.ts";

interface SubmitOptions extends AccessOptions {
  readonly yes?: boolean;
  readonly format: PlainFormat;
}

/** Shows the package and its destination, asks for confirmation, and submits it. Submitting it again is safe. */
export async function submit(file: string, options: SubmitOptions, io: Io): Promise<ExitCode> {
  const { proposalPackage, draft } = readUntouchedPackage(file, io);
  const { listDomains, approveProduct, call } = openAccess(options, io);
  const { domains, caller } = await listDomains();
  const { submissionUrl } = findDomain(domains, proposalPackage);
  const origin = await approveProduct(submissionUrl);
  if (origin === undefined) return exitCode.invalid;
  const output = options.format === "json" ? io.err : io.out;
  const style = createStyle(io, output);
  if (options.format === "pretty" || !options.yes) {
    output.write(`${reviewLines(reviewProposal(proposalPackage), style).join("\n")}\n`);
    output.write(`This will be sent, with your key, to ${style.paint("strong", toPrintable(submissionUrl))}.\n`);
  }
  warnAboutOwner(proposalPackage, caller?.subject, io);
  if (!options.yes && !(await confirmSubmission(io))) {
    output.write("Nothing was sent.\n");
    return exitCode.invalid;
  }

  const submission = {
    url: submissionUrl,
    // The same package always has the same key, so submitting it again does not create a second proposal.
    headers: { "Idempotency-Key": proposalPackage.digest.replace(/^sha256:/, "assay-") },
  };
  const result = await call(`Submitting to ${origin}`, (client) =>
    client.submit({ proposalPackage, submission }, { signal: io.signal }),
  ).catch((reason: unknown) => {
    if (io.signal.aborted) {
      io.err.write("\n");
      printNote(
        "The product may have recorded the proposal. Submitting the same package again does not create another one.",
        io,
      );
    }
    throw reason;
  });
  if (options.format === "json") {
    printJson(result, io);
    return result.valid ? exitCode.valid : exitCode.invalid;
  }
  if (!result.valid) {
    io.out.write(prettyReport({ verdict: result, draft }, style));
    io.out.write("The target product refused the package: its candidate is no longer valid.\n");
    return exitCode.invalid;
  }
  const { proposal, created } = result;
  const { url } = proposal.ballot ?? {};
  const ballot = typeof url === "string" ? ` The vote:\n  ${toPrintable(url)}` : "";
  const outcome = created ? "Submitted" : "Already submitted: this is the same proposal";
  io.out.write(`${style.paint("fix", outcome)} (${toPrintable(proposal.state)}).${ballot}\n`);
  return exitCode.valid;
}

async function confirmSubmission(io: Io): Promise<boolean> {
  if (io.canAsk) return await askYesNo("Does the owner agree, and should it be sent? [y/N]: ", io);
  throw new Failure(
    "Nothing was sent, because there is no terminal to confirm it at. If the owner has read the review and agrees, add --yes.",
  );
}
