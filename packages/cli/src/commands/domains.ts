import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { columns } from "../output/columns.ts";
import { lookOf } from "../output/look.ts";
import { printNext } from "../output/print-next.ts";
import { withProgress } from "../output/progress.ts";
import { readProject } from "../project/read-project.ts";
import { quoteArgument } from "../text/quote-argument.ts";
import { safeJson } from "../text/safe-json.ts";
import { type ConnectionOptions, connect, keyOf, serviceOf } from "../verdicts/connect.ts";

/** The options of `assay domains`. */
export interface DomainsOptions extends ConnectionOptions {
  readonly format: "pretty" | "json";
}

/** Lists the domains of a service. */
export async function domains(options: DomainsOptions, io: Io): Promise<ExitCode> {
  const project = readProject(io);
  const service = serviceOf(options, project);
  const key = keyOf(options, io);
  const found = await withProgress(io, `Waiting for ${service}`, (onWait) =>
    connect({ service, key, onWait }).listDomains({ signal: io.signal }),
  );
  if (options.format === "json") {
    io.out.write(`${safeJson(found, 2)}\n`);
    return exitCode.valid;
  }
  const rows = found.domains.map(({ targetProduct, domainId, status, specPackage, title = "" }) => [
    `${targetProduct}/${domainId}`,
    status,
    specPackage?.version ?? "",
    title,
  ]);
  io.out.write(columns(["domain", "status", "rules", "title"], rows, lookOf(io, io.out)));
  const [first] = rows;
  if (first && project.domainId === undefined) printNext([`assay init --domain ${quoteArgument(first[0] ?? "")}`], io);
  return exitCode.valid;
}
