import type { JsonPosition } from "@assay/engine";

/** The offset of a line and column, both from 1; lines end as the engine's reader counts them. */
export function toOffset(text: string, { line, column }: Pick<JsonPosition, "line" | "column">): number {
  const ends = text.matchAll(/\r\n?|\n/g);
  let begin = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const { value: end } = ends.next();
    if (!end) return text.length;
    begin = end.index + end[0].length;
  }
  return Math.min(begin + column - 1, text.length);
}
