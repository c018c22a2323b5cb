import type { AccessOptions } from "../access/decide-access.ts";
import { openDomains } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { columns } from "../terminal/columns.ts";
import { printJson } from "../terminal/print.ts";
import { createStyle } from "../terminal/style.ts";

/** Lists the domains of a service. */
export async function domains(options: AccessOptions & { readonly format: PlainFormat }, io: Io): Promise<ExitCode> {
  const { listDomains } = openDomains(options, io);
  const found = await listDomains();
  if (options.format === "json") {
    printJson(found, io);
    return exitCode.valid;
  }
  const rows = found.domains.map(({ targetProduct, domainId, status, specPackage, title }) => [
    `${targetProduct}/${domainId}`,
    status,
    specPackage?.version ?? "",
    title ?? "",
  ]);
  io.out.write(columns(["domain", "status", "rules", "title"], rows, createStyle(io, io.out)));
  return exitCode.valid;
}
