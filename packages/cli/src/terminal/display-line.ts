import type { Range } from "@assay/json-text";
import { graphemes, textWidth } from "./text-width.ts";
import { logCommand, toPrintable } from "./to-printable.ts";

/** A line of a source as it is shown, and the columns (from 0) that a part of it takes there. */
export interface DisplayedLine {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const tabWidth = 4;
// What is shown behind a part before the line has to move to the left for it.
const lookAhead = 12;

/**
 * Shows a line in at most `width` columns, such that the part between two offsets can be marked: tabs become spaces, hidden
 * characters are written out, wide and combining characters take the columns that terminals give them, and of a long line
 * only what is around the part is shown.
 */
export function displayLine(line: string, part: Range, width: number): DisplayedLine {
  const cells = toCells(line);
  const total = cells.at(-1)?.end ?? 0;
  const touched = cells.filter(({ from, to }) => from < part.to && to > part.from);
  const start = touched[0]?.start ?? cells.find(({ from }) => from >= part.from)?.start ?? total;
  const end = Math.max(touched.at(-1)?.end ?? 0, start + 1);
  if (total <= width) return { text: joinCells(cells), from: start, to: end };

  // One column at each side is for the sign that something was cut off.
  const room = width - 2;
  const column = firstColumn(start, end, total, room);
  const shown = cells.filter((cell) => cell.start >= column && cell.end <= column + room);
  const begin = shown[0]?.start ?? 0;
  const last = shown.at(-1)?.end ?? begin;
  const lead = begin > 0 ? "…" : "";
  const shift = begin - lead.length;
  const text = `${lead}${joinCells(shown)}${last < total ? "…" : ""}`;
  const to = Math.max(Math.min(end, last) - shift, start - shift + 1);
  return { text, from: Math.max(start - shift, 0), to };
}

// The begin of a line says most about it, so it is kept while the part can be seen; otherwise the part is in the middle.
function firstColumn(start: number, end: number, total: number, room: number): number {
  if (Math.min(end + lookAhead, total) <= room) return 0;
  const before = Math.max(0, Math.min(Math.floor((room - (end - start)) / 2), Math.floor(room / 2)));
  return Math.max(0, Math.min(start - before, total - room));
}

interface Cell extends Range {
  readonly text: string;
  /** Columns. */
  readonly start: number;
  readonly end: number;
}

function toCells(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  const commands = new Set(Array.from(line.matchAll(logCommand), ({ index }) => index));
  let column = 0;
  for (const { segment, index } of graphemes(line)) {
    const text =
      segment === "\t"
        ? " ".repeat(tabWidth - (column % tabWidth))
        : commands.has(index)
          ? "\\u{23}"
          : toPrintable(segment);
    const end = column + textWidth(text);
    cells.push({ from: index, to: index + segment.length, text, start: column, end });
    column = end;
  }
  return cells;
}

function joinCells(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join("");
}
