import type { JsonPosition } from "@assay/engine";

/** Returns the offset of a line and column, both from 1. Counts lines as the engine's reader does. */
export function toOffset(text: string, { line, column }: Pick<JsonPosition, "line" | "column">): number {
  const lineEnds = text.matchAll(/\r\n?|\n/g);
  let lineStart = 0;
  for (let current = 1; current < line; current += 1) {
    const { value: lineEnd } = lineEnds.next();
    if (!lineEnd) return text.length;
    lineStart = lineEnd.index + lineEnd[0].length;
  }
  return Math.min(lineStart + column - 1, text.length);
}
