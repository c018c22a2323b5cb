import type { JsonPosition } from "@assay/engine";

/** The offset of a line and column, both from 1; lines end as the engine's reader counts them. */
export function offsetOf(text: string, { line, column }: Pick<JsonPosition, "line" | "column">): number {
  let begin = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf("\n", begin);
    if (end < 0) return text.length;
    begin = end + 1;
  }
  return Math.min(begin + column - 1, text.length);
}
