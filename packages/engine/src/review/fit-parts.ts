import { utf8Length } from "../text/utf8-length.ts";

/** A part of a text that can be shortened. */
export interface Part {
  /** Bytes in which it says at least what it is and how much is left out. */
  readonly least: number;
  /** Writes it within so many bytes, which are not fewer than `least`. */
  readonly write: (maxBytes: number) => string;
}

/**
 * Writes parts within so many bytes. Each has its own share; one that needs less leaves the rest to the others. Parts for
 * which nothing is left are counted.
 */
export function fitParts(parts: readonly Part[], maxBytes: number, more: (count: number) => string): string {
  // No part is shorter than "- `a`: `1`", so those beyond this number cannot fit.
  const possible = parts.slice(0, Math.floor(maxBytes / "- `a`: `1`\n".length));
  const whole = possible.map(({ write }) => write(Number.POSITIVE_INFINITY));
  const needs = whole.map(utf8Length);
  for (let kept = possible.length; kept > 0; kept -= 1) {
    const note = kept < parts.length ? more(parts.length - kept) : "";
    const shares = shareBytes(needs.slice(0, kept), maxBytes - utf8Length(note));
    const texts = shares.map((share, index) => {
      const { least, write } = possible[index] as Part;
      if (share >= (needs[index] as number)) return whole[index];
      return share >= least ? write(share) : undefined;
    });
    if (!texts.includes(undefined)) return texts.join("") + note;
  }
  return parts.length > 0 ? more(parts.length) : "";
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
