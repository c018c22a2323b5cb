import type { AccessOptions } from "../access/decide-access.ts";
import { openAccess } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { createStyle } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { wrap } from "../terminal/wrap.ts";
import { findDomain, nameDomain } from "../verdicts/resolve-domain.ts";

interface ProposalsOptions extends AccessOptions {
  readonly domain?: string;
  readonly format: PlainFormat;
}

/** Explanations of the reason codes that products return with a rejection. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["vote", "the vote was against it."],
  ["registry.id-taken", "the id was taken first."],
]);

/** Lists the proposals that the owner of the key has submitted, each with its status. */
export async function printProposals(options: ProposalsOptions, io: Io): Promise<ExitCode> {
  const { project, listDomains, approveProduct, call } = openAccess(options, io);
  const { domains } = await listDomains();
  const { submissionUrl, targetProduct, domainId } = findDomain(domains, nameDomain(options.domain, project));
  const origin = await approveProduct(submissionUrl, "your key");
  if (origin === undefined) return exitCode.invalid;
  const answer = await call(`Waiting for ${origin}`, (client) =>
    client.listProposals(submissionUrl, { signal: io.signal }),
  );
  if (options.format === "json") {
    printJson(answer, io);
    return exitCode.valid;
  }
  if (answer.proposals.length === 0) {
    io.out.write(`Nothing has been submitted for ${targetProduct}/${domainId} with this key.\n`);
    return exitCode.valid;
  }
  const { paint, width } = createStyle(io, io.out);
  for (const { generatorId, state, submittedAt, ballot, reason } of answer.proposals) {
    const date = typeof submittedAt === "string" ? `, submitted on ${submittedAt.replace(/T.*$/, "")}` : "";
    // Products can define other states, which are shown unchanged.
    const status = state === "in-ballot" ? "in a vote" : state;
    const [first = "", ...rest] = wrap(toPrintable(`${generatorId}: ${status}${date}.`), width);
    io.out.write(`${[paint("strong", first), ...rest].join("\n")}\n`);
    const why = typeof reason === "string" ? wrap(toPrintable(`Why: ${reasons.get(reason) ?? reason}`), width - 2) : [];
    io.out.write(why.map((line) => `  ${line}\n`).join(""));
    if (typeof ballot?.url === "string") io.out.write(`  ${toPrintable(`The vote: ${ballot.url}`)}\n`);
  }
  return exitCode.valid;
}
