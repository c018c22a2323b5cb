import type { Json, JsonObject } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { utf8Length } from "../text/characters.ts";
import { counted, type Noun } from "../text/phrases.ts";
import { codeSpan, nameSpan, type ValueSpan, valueSpan, type Written } from "./code-span.ts";
import { fitItems, wholeItems } from "./fit-items.ts";
import type { Part } from "./fit-parts.ts";
import { arrayLabel, leastOfArray, listArray } from "./list-member.ts";

const maxColumns = 12;
// What tells rows apart comes first; the other columns are in the order of their names.
const firstColumns = ["name", "id", "key", "type", "kind"];

/** An array as a table under its own heading, if it reads best as one: objects that have the same few properties. */
export function table(name: string, items: readonly Json[], noun: Noun): Part | undefined {
  if (items.length === 0 || !items.every(isObject)) return undefined;
  const columns = columnsOf(items);
  return columns.length >= 1 && columns.length <= maxColumns ? tableOf(name, items, columns, noun) : undefined;
}

function tableOf(name: string, rows: readonly JsonObject[], columns: readonly string[], noun: Noun): Part {
  const head = [
    `\n## ${nameSpan(name)}: ${counted(rows.length, noun)}`,
    "",
    row(columns.map((column) => nameSpan(column))),
    row(columns.map(() => "---")),
    "",
  ].join("\n");
  const wholeRows: Row[] = [];
  const write = (index: number, bytes: number) => {
    wholeRows[index] ??= new Row(columns.map((column) => cellOf(rows[index], column)));
    const whole = wholeRows[index];
    return whole.widest <= bytes ? whole : new Row(whole.cells.map((cell) => cutCell(cell, bytes)));
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

/** A row, which is put into words if it is shown: to know that, its bytes are enough. */
class Row implements Written {
  readonly cells: readonly ValueSpan[];
  readonly bytes: number;
  /** The bytes of its widest cell. */
  readonly widest: number;

  constructor(cells: readonly ValueSpan[]) {
    let bytes = "|\n".length;
    let widest = 0;
    for (const cell of cells) {
      bytes += "  |".length + cell.bytes;
      if (cell.bytes > widest) widest = cell.bytes;
    }
    this.cells = cells;
    this.bytes = bytes;
    this.widest = widest;
  }

  get text(): string {
    let text = "|";
    for (const { said, span } of this.cells) text += span === undefined ? ` \`${said}\` |` : ` ${span} |`;
    return `${text}\n`;
  }
}

const emptyCell: ValueSpan = { said: "", span: "", bytes: 0 };

function cellOf(object: JsonObject | undefined, column: string): ValueSpan {
  const value = object && member(object, column);
  return value === undefined ? emptyCell : valueSpan(value);
}

function cutCell(cell: ValueSpan, maxBytes: number): ValueSpan {
  if (cell.bytes <= maxBytes) return cell;
  const span = codeSpan(cell.said, maxBytes);
  return { said: cell.said, span, bytes: utf8Length(span) };
}

function columnsOf(rows: readonly JsonObject[]): readonly string[] {
  const columns = new Set<string>();
  let before: readonly string[] = [];
  for (const object of rows) {
    const names = Object.keys(object);
    // Most rows have the names of the row before.
    if (names.length === before.length && names.every((name, index) => name === before[index])) continue;
    before = names;
    for (const name of names) columns.add(name);
    // Enough to see that it is no table.
    if (columns.size > maxColumns) break;
  }
  return [...columns].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function rank(column: string): number {
  const index = firstColumns.indexOf(column);
  return index < 0 ? firstColumns.length : index;
}
