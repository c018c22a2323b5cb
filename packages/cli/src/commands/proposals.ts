import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { columns } from "../output/columns.ts";
import { lookOf } from "../output/look.ts";
import { withProgress } from "../output/progress.ts";
import { readProject } from "../project/read-project.ts";
import { safeJson } from "../text/safe-json.ts";
import { type ConnectionOptions, connect, domainOf, requiredKey, serviceOf } from "../verdicts/connect.ts";
import { findDomain } from "../verdicts/find-domain.ts";
import { namedOrigin } from "../verdicts/named-origin.ts";

/** The options of `assay proposals`. */
export interface ProposalsOptions extends ConnectionOptions {
  readonly domain?: string;
  readonly format: "pretty" | "json";
}

/** Lists what the owner of the key has submitted, and how far it is. */
export async function proposals(options: ProposalsOptions, io: Io): Promise<ExitCode> {
  const project = readProject(io);
  const service = serviceOf(options, project);
  const key = requiredKey(options, io);
  const wanted = domainOf(options.domain, project);
  const { signal } = io;
  const found = await withProgress(io, `Waiting for ${service}`, async (onWait) => {
    const client = connect({ service, key, products: project.products, onWait });
    const { submissionUrl } = await findDomain(client, wanted, signal);
    namedOrigin(submissionUrl, project);
    return client.listProposals(submissionUrl, { signal });
  });
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
  else io.out.write(columns(["id", "state", "submitted", "ballot or reason"], rows, lookOf(io, io.out)));
  return exitCode.valid;
}
