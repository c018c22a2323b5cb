import type { AccessOptions } from "../access/decide-access.ts";
import { openDomains } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { textWidth } from "../terminal/text-width.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/** Lists the domains of a service. */
export async function printDomains(
  options: AccessOptions & { readonly format: PlainFormat },
  io: Io,
): Promise<ExitCode> {
  const { listDomains } = openDomains(options, io);
  const answer = await listDomains();
  if (options.format === "json") {
    printJson(answer, io);
    return exitCode.valid;
  }
  const rows = answer.domains.map(({ targetProduct, domainId, status, specPackage, title }) => [
    `${targetProduct}/${domainId}`,
    status,
    specPackage?.version ?? "",
    title ?? "",
  ]);
  io.out.write(formatTable(["domain", "status", "rules", "title"], rows, createStyle(io, io.out)));
  return exitCode.valid;
}

// Writes rows below a header, in columns as wide as their longest cell.
function formatTable(head: readonly string[], rows: readonly (readonly string[])[], { paint }: Style): string {
  const cells = rows.map((row) => row.map(toPrintable));
  const widths = head.map((name, column) => Math.max(...[head, ...cells].map((row) => textWidth(row[column] ?? name))));
  const formatRow = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max((widths[column] ?? 0) - textWidth(cell), 0)))
      .join("  ")
      .trimEnd();
  return [paint("dim", formatRow(head)), ...cells.map(formatRow)].map((line) => `${line}\n`).join("");
}
