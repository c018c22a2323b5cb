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

/**
 * Where each UTF-16 code unit of a string begins in its JSON literal, and where the last one ends: an escape takes two or six
 * characters there.
 *
 * @example
 * offsetsInLiteral('"a\\nb"'); // [1, 2, 4, 5]
 */
export function offsetsInLiteral(literal: string): readonly number[] {
  const offsets: number[] = [];
  const end = literal.length - 1;
  let at = 1;
  while (at < end) {
    offsets.push(at);
    at += literal[at] !== "\\" ? 1 : literal[at + 1] === "u" ? 6 : 2;
  }
  return [...offsets, end];
}
