import type { AccessOptions } from "../access/decide-access.ts";
import { openDomains } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { textWidth } from "../terminal/text-width.ts";

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

// Rows under a head, in columns as wide as they need to be.
function columns(head: readonly string[], rows: readonly (readonly string[])[], { paint }: Style): string {
  const shown = rows.map((row) => row.map(printable));
  const widths = head.map((name, column) => Math.max(...[head, ...shown].map((row) => textWidth(row[column] ?? name))));
  const draw = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max((widths[column] ?? 0) - textWidth(cell), 0)))
      .join("  ")
      .trimEnd();
  return [paint("dim", draw(head)), ...shown.map(draw)].map((line) => `${line}\n`).join("");
}
