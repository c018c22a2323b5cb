import { limits } from "@assay/contract";
import { utf8Length } from "../text/utf8-length.ts";
import { shortestSpan } from "./code-span.ts";

// Items are shortened together: the longest of these with which all of them fit, or else the shortest.
const spanBytes: readonly number[] = [Number.POSITIVE_INFINITY, 160, 80];

/** Items that are written one after the other, such as the rows of a table. */
export interface Items {
  readonly count: number;
  /** Writes one of them; a text in it takes at most so many bytes. */
  readonly write: (index: number, spanBytes: number) => string;
}

/** Writes all items, shortened together as far as necessary, or else the first ones; then `noteBytes` are left for a count. */
export function fitItems(items: Items, maxBytes: number, noteBytes: number): readonly string[] {
  const shortest = firstItems(items, shortestSpan, maxBytes);
  // Longer texts would not fit either.
  if (shortest.length < items.count)
    return firstItems({ count: shortest.length, write: (index) => shortest[index] ?? "" }, 0, maxBytes - noteBytes);
  for (const bytes of spanBytes) {
    const written = firstItems(items, bytes, maxBytes);
    if (written.length === items.count) return written;
  }
  return shortest;
}

/** All items as they are; undefined if they are longer than any review. */
export function wholeItems(items: Items): string | undefined {
  const written = firstItems(items, Number.POSITIVE_INFINITY, limits.ownerReviewBytes);
  return written.length === items.count ? written.join("") : undefined;
}

function firstItems({ count, write }: Items, spanBytes: number, maxBytes: number): readonly string[] {
  const written: string[] = [];
  let left = maxBytes;
  for (let index = 0; index < count; index += 1) {
    const item = write(index, spanBytes);
    left -= utf8Length(item);
    if (left < 0) break;
    written.push(item);
  }
  return written;
}
