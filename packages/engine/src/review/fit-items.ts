import { limits } from "@assay/contract";
import { shortestSpan, type Written } from "./code-span.ts";

// Items are shortened together: the longest of these with which all of them fit, or else the shortest.
const spanBytes: readonly number[] = [Number.POSITIVE_INFINITY, 160, 80];

/** Items that are written one after the other, such as the rows of a table. */
export interface Items {
  readonly count: number;
  /** Writes one of them; a text in it takes at most so many bytes. */
  readonly write: (index: number, spanBytes: number) => Written;
}

/** Writes all items, shortened together as far as necessary, or else the first ones; then `noteBytes` are left for a count. */
export function fitItems(items: Items, maxBytes: number, noteBytes: number): readonly string[] {
  const shortest = firstItems(items, shortestSpan, maxBytes);
  // Longer texts would not fit either.
  if (shortest.length < items.count) {
    const write = (index: number) => shortest[index] as Written;
    return firstItems({ count: shortest.length, write }, 0, maxBytes - noteBytes).map(textOf);
  }
  for (const bytes of spanBytes) {
    const written = firstItems(items, bytes, maxBytes);
    if (written.length === items.count) return written.map(textOf);
  }
  return shortest.map(textOf);
}

/** All items as they are; undefined if they are longer than any review. */
export function wholeItems(items: Items): string | undefined {
  const written = firstItems(items, Number.POSITIVE_INFINITY, limits.ownerReviewBytes);
  return written.length === items.count ? written.map(textOf).join("") : undefined;
}

function textOf({ text }: Written): string {
  return text;
}

function firstItems({ count, write }: Items, spanBytes: number, maxBytes: number): readonly Written[] {
  const written: Written[] = [];
  let left = maxBytes;
  for (let index = 0; index < count; index += 1) {
    const item = write(index, spanBytes);
    left -= item.bytes;
    if (left < 0) break;
    written.push(item);
  }
  return written;
}
