import type { AccessOptions } from "../access/decide-access.ts";
import { openAccess } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { columns } from "../terminal/columns.ts";
import { safeJson } from "../terminal/safe-json.ts";
import { createStyle } from "../terminal/style.ts";
import { findDomain, resolveDomain } from "../verdicts/resolve-domain.ts";

/** The options of `assay proposals`. */
export interface ProposalsOptions extends AccessOptions {
  readonly domain?: string;
  readonly format: "pretty" | "json";
}

/** Lists what the owner of the key has submitted, and how far it is. */
export async function proposals(options: ProposalsOptions, io: Io): Promise<ExitCode> {
  const { project, listDomains, nameProduct, call } = await openAccess(options, io);
  const wanted = resolveDomain(options.domain, project);
  const { submissionUrl } = findDomain((await listDomains()).domains, wanted);
  const origin = await nameProduct(submissionUrl);
  const found = await call(`Waiting for ${origin}`, (client) =>
    client.listProposals(submissionUrl, { signal: io.signal }),
  );
  if (options.format === "json") {
    io.out.write(`${safeJson(found, 2)}\n`);
    return exitCode.valid;
  }
  const rows = found.proposals.map(({ generatorId, state, submittedAt = "", ballot, reason }) => [
    generatorId,
    state,
    submittedAt,
    reason ?? ballot?.url ?? "",
  ]);
  if (rows.length === 0)
    io.out.write(`Nothing was submitted for ${wanted.targetProduct}/${wanted.domainId} with this key.\n`);
  else io.out.write(columns(["id", "state", "submitted", "ballot or reason"], rows, createStyle(io, io.out)));
  return exitCode.valid;
}
