import type { JsonPosition } from "@assay/engine";

/** Converts a 1-based line and column to an offset in UTF-16 code units. A position past the end becomes the end. */
export function toOffset(text: string, { line, column }: Pick<JsonPosition, "line" | "column">): number {
  // The same line breaks as those that the engine's reader recognizes.
  const lineEnds = text.matchAll(/\r\n?|\n/g);
  let lineStart = 0;
  for (let current = 1; current < line; current += 1) {
    const { value: lineEnd } = lineEnds.next();
    if (!lineEnd) return text.length;
    lineStart = lineEnd.index + lineEnd[0].length;
  }
  return Math.min(lineStart + column - 1, text.length);
}
