import { createRequire } from "node:module";

/** How many columns a text takes in a terminal. */
export function textWidth(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : measureWidth(text);
}

/** What a reader sees as one character each, and where it begins. */
export function graphemes(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  if (/^[\t -~]*$/.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

// The tables of Unicode take a command longer to load than the rest of it, and most output is ASCII.
let segmenter: Intl.Segmenter | undefined;
let stringWidth: ((text: string) => number) | undefined;

function measureWidth(text: string): number {
  stringWidth ??= (createRequire(import.meta.url)("string-width") as typeof import("string-width")).default;
  return stringWidth(text);
}
