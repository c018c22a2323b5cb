import type { AccessOptions } from "../access/decide-access.ts";
import { openDomains } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { columns } from "../terminal/columns.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printNext } from "../terminal/print-next.ts";
import { safeJson } from "../terminal/safe-json.ts";
import { createStyle } from "../terminal/style.ts";

/** The options of `assay domains`. */
export interface DomainsOptions extends AccessOptions {
  readonly format: "pretty" | "json";
}

/** Lists the domains of a service. */
export async function domains(options: DomainsOptions, io: Io): Promise<ExitCode> {
  const { project, listDomains } = openDomains(options, io);
  const found = await listDomains();
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
  io.out.write(columns(["domain", "status", "rules", "title"], rows, createStyle(io, io.out)));
  const names = project.domainId === undefined ? rows.slice(0, 3).map(([name = ""]) => name) : [];
  printNext(
    names.map((name) => `assay init --domain ${quoteArgument(name)}`),
    io,
  );
  return exitCode.valid;
}
