import { createRequire } from "node:module";

/** The number of columns that a string takes in a terminal. */
export function textWidth(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : measureWidth(text);
}

/** The user-perceived characters of a string, each with its offset. */
export function graphemes(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  if (/^[\t -~]*$/.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

// Loaded on first use: loading Unicode tables takes longer than the rest of a command, and most output is ASCII.
let segmenter: Intl.Segmenter | undefined;
let stringWidth: ((text: string) => number) | undefined;

function measureWidth(text: string): number {
  stringWidth ??= (createRequire(import.meta.url)("string-width") as typeof import("string-width")).default;
  return stringWidth(text);
}
