import type { Range } from "@assay/json-text";
import { graphemes, textWidth } from "./text-width.ts";
import { logCommand, toPrintable } from "./to-printable.ts";

/** A line of a source as displayed, and the columns (from 0) of its marked part. */
export interface DisplayedLine {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const tabWidth = 4;
// How many columns after the marked part must fit if the line is shown from its start.
const lookAhead = 12;

/**
 * Prepares a line for display in at most `width` columns, with the columns of a part to mark. Expands tabs, escapes
 * hidden characters, measures wide and combining ones as terminals do, and cuts a long line around the part.
 */
export function displayLine(line: string, part: Range, width: number): DisplayedLine {
  const cells = toCells(line);
  const total = cells.at(-1)?.end ?? 0;
  const marked = cells.filter(({ from, to }) => from < part.to && to > part.from);
  const start = marked[0]?.start ?? cells.find(({ from }) => from >= part.from)?.start ?? total;
  const end = Math.max(marked.at(-1)?.end ?? 0, start + 1);
  if (total <= width) return { text: joinCells(cells), from: start, to: end };

  // One column on each side is reserved for an ellipsis.
  const room = width - 2;
  const column = firstColumn(start, end, total, room);
  const visible = cells.filter((cell) => cell.start >= column && cell.end <= column + room);
  const visibleStart = visible[0]?.start ?? 0;
  const visibleEnd = visible.at(-1)?.end ?? visibleStart;
  const lead = visibleStart > 0 ? "…" : "";
  const shift = visibleStart - lead.length;
  const text = `${lead}${joinCells(visible)}${visibleEnd < total ? "…" : ""}`;
  const to = Math.max(Math.min(end, visibleEnd) - shift, start - shift + 1);
  return { text, from: Math.max(start - shift, 0), to };
}

// The start of a line is the most helpful context, so it is kept if the part then fits. Otherwise the part is centered.
function firstColumn(start: number, end: number, total: number, room: number): number {
  if (Math.min(end + lookAhead, total) <= room) return 0;
  const before = Math.max(0, Math.min(Math.floor((room - (end - start)) / 2), Math.floor(room / 2)));
  return Math.max(0, Math.min(start - before, total - room));
}

interface Cell extends Range {
  readonly text: string;
  /** The first column. */
  readonly start: number;
  /** The column after the last one. */
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
