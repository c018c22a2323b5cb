import type { Range } from "@assay/json-text";

/** A position in a document: line and column, both from 1. Columns count UTF-16 code units, as in most editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The lines of a document, which can have any kind of line ending. */
export interface SourceLines {
  readonly count: number;
  /** Returns a line by its number, which starts at 1: its text without the line ending, and its range. */
  line(number: number): Range & { readonly text: string };
  findPosition(offset: number): Position;
}

/** Formats a place as `name:line:column`, a form that editors and terminals can open. */
export function formatPlace(
  { name, lines }: { readonly name: string; readonly lines: SourceLines },
  offset: number,
): string {
  const { line, column } = lines.findPosition(offset);
  return `${name}:${line}:${column}`;
}

// The engine's JSON reader counts lines in the same way.
const lineEnd = /\r\n?|\n/g;

/** Finds the lines of a document. */
export function createSourceLines(text: string): SourceLines {
  const starts = [0, ...text.matchAll(lineEnd).map(({ index, 0: end }) => index + end.length)];
  return {
    count: starts.length,
    line(number) {
      const from = starts[number - 1] ?? text.length;
      const line = text.slice(from, starts[number] ?? text.length).replace(lineEnd, "");
      return { from, to: from + line.length, text: line };
    },
    findPosition(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}
