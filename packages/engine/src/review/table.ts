import type { Json, JsonObject } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { codeSpan, nameSpan, textOf } from "./code-span.ts";
import { counted, type Noun } from "./counted.ts";
import { fitItems, wholeItems } from "./fit-items.ts";
import type { Part } from "./fit-parts.ts";
import { arrayLabel, leastOfArray, listArray } from "./list-member.ts";

const maxColumns = 12;
// What tells rows apart comes first; the other columns are in the order of their names.
const firstColumns = ["name", "id", "key", "type", "kind"];

/** Whether an array reads best as a table: objects that have the same few properties. */
export function isTabular(items: readonly Json[]): items is readonly JsonObject[] {
  return items.length > 0 && items.every(isObject) && isWithin(columnsOf(items).length, 1, maxColumns);
}

/** An array of objects as a table under its own heading. */
export function table(name: string, rows: readonly JsonObject[], noun: Noun): Part {
  const columns = columnsOf(rows);
  const head = [
    `\n## ${nameSpan(name)}: ${counted(rows.length, noun)}`,
    "",
    row(columns.map((column) => nameSpan(column))),
    row(columns.map(() => "---")),
    "",
  ].join("\n");
  const cells: (readonly Cell[])[] = [];
  const write = (index: number, bytes: number) => {
    cells[index] ??= columns.map((column) => cellOf(rows[index], column));
    return `${row(cells[index].map((cell) => (cell.bytes <= bytes ? cell.whole : codeSpan(cell.text, bytes))))}\n`;
  };
  const all = wholeItems({ count: rows.length, write });
  return {
    whole: all && head + all,
    least: 1 + leastOfArray(arrayLabel(name, rows, noun)),
    write(maxBytes) {
      const noteBytes = utf8Length(more(rows.length, noun));
      const written = fitItems({ count: rows.length, write }, maxBytes - utf8Length(head), noteBytes);
      // Without space for a single row, a line says what there is.
      if (written.length === 0) return `\n${listArray(name, rows, noun).write(maxBytes - 1)}`;
      return head + written.join("") + more(rows.length - written.length, noun);
    },
  };
}

function more(count: number, [singular, plural]: Noun): string {
  return count > 0 ? `\nand ${counted(count, [`more ${singular}`, `more ${plural}`])}\n` : "";
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** What a cell says, and the whole of it as a code span. */
interface Cell {
  readonly text: string;
  readonly whole: string;
  readonly bytes: number;
}

const emptyCell: Cell = { text: "", whole: "", bytes: 0 };

function cellOf(object: JsonObject | undefined, column: string): Cell {
  const value = object && member(object, column);
  if (value === undefined) return emptyCell;
  const text = textOf(value);
  const whole = codeSpan(text, Number.POSITIVE_INFINITY);
  return { text, whole, bytes: utf8Length(whole) };
}

function columnsOf(rows: readonly JsonObject[]): readonly string[] {
  const columns = new Set<string>();
  for (const object of rows) {
    for (const name of Object.keys(object)) columns.add(name);
    // Enough to see that it is no table.
    if (columns.size > maxColumns) break;
  }
  return [...columns].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function rank(column: string): number {
  const index = firstColumns.indexOf(column);
  return index < 0 ? firstColumns.length : index;
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}
