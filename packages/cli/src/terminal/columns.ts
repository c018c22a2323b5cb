import { printable } from "./printable.ts";
import type { Style } from "./style.ts";
import { textWidth } from "./text-width.ts";

/** Rows under a head, in columns as wide as they need to be. */
export function columns(head: readonly string[], rows: readonly (readonly string[])[], { paint }: Style): string {
  const shown = rows.map((row) => row.map(printable));
  const widths = head.map((name, column) => Math.max(...[head, ...shown].map((row) => textWidth(row[column] ?? name))));
  const draw = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max((widths[column] ?? 0) - textWidth(cell), 0)))
      .join("  ")
      .trimEnd();
  return [paint("dim", draw(head)), ...shown.map(draw)].map((line) => `${line}\n`).join("");
}
