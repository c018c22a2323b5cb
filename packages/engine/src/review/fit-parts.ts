import { limits } from "@assay/contract";
import { utf8Length } from "../text/characters.ts";

/** A part of a text that can be shortened. */
export interface Part {
  /** Undefined if it is longer than any review. */
  readonly whole: string | undefined;
  /** Bytes in which it says at least what it is and how much is left out. */
  readonly least: number;
  /** Writes it within so many bytes, which are not fewer than `least` and not enough for the whole. */
  readonly write: (maxBytes: number) => string;
}

/**
 * Writes parts within so many bytes. Each has its own share; one that needs less leaves the rest to the others. Parts for
 * which nothing is left are counted.
 */
export function fitParts(parts: readonly Part[], maxBytes: number, more: (count: number) => string): string {
  // No part is shorter than "- `a`: `1`", so those beyond this number cannot fit.
  const possible = parts.slice(0, Math.floor(maxBytes / "- `a`: `1`\n".length));
  const needs = possible.map(({ whole }) => (whole === undefined ? Number.POSITIVE_INFINITY : utf8Length(whole)));
  for (let count = possible.length; count > 0; count -= 1) {
    const note = count < parts.length ? more(parts.length - count) : "";
    const shares = shareBytes(needs.slice(0, count), maxBytes - utf8Length(note));
    const isWhole = (index: number) => (shares[index] as number) >= (needs[index] as number);
    const kept = possible.slice(0, count);
    if (!kept.every(({ least }, index) => isWhole(index) || (shares[index] as number) >= least)) continue;
    return (
      kept.map((part, index) => (isWhole(index) ? part.whole : part.write(shares[index] as number))).join("") + note
    );
  }
  return parts.length > 0 ? more(parts.length) : "";
}

/** Writes the first parts whole, as many as fit, and counts the others; if not even one fits, all of them are shortened. */
export function fitFirst(parts: readonly Part[], maxBytes: number, more: (count: number) => string): string {
  let left = maxBytes - utf8Length(more(parts.length));
  const first: string[] = [];
  for (const { whole } of parts) {
    if (whole === undefined || utf8Length(whole) > left) break;
    left -= utf8Length(whole);
    first.push(whole);
  }
  return first.length === 0 ? fitParts(parts, maxBytes, more) : first.join("") + more(parts.length - first.length);
}

/** All of them, one after the other; undefined if that is longer than any review. */
export function wholeOf(parts: readonly Pick<Part, "whole">[]): string | undefined {
  let text = "";
  for (const { whole } of parts) {
    if (whole === undefined) return undefined;
    text += whole;
    if (text.length > limits.ownerReviewBytes) return undefined;
  }
  return text;
}

// From the smallest need to the largest, each gets what it needs, or an equal share of what is left.
function shareBytes(needs: readonly number[], maxBytes: number): readonly number[] {
  const shares = [...needs];
  const ascending = [...needs.entries()].sort(([, a], [, b]) => a - b);
  let left = maxBytes;
  for (const [position, [index, need]] of ascending.entries()) {
    const share = Math.min(need, Math.floor(left / (ascending.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
