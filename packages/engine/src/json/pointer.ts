import { formatPointer, isIndex } from "@assay/contract";
import { isPlain } from "../text/sanitize-text.ts";

export { formatPointer, parsePointer, valueAt } from "@assay/contract";

/** Returns a unique key for a path. It is faster to build than a pointer, because nothing has to be escaped. */
export function toPathKey(path: readonly string[]): string {
  let key = "";
  for (const token of path) key += toTokenKey(token);
  return key;
}

/** Returns the part of a path key for one token. It starts with the token's length, so no escaping is needed. */
export function toTokenKey(token: string): string {
  return `${token.length}/${token}`;
}

/** Compares paths token by token: parents before children, indexes (by number) before names (by UTF-16 code units). */
export function comparePaths(a: readonly string[], b: readonly string[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareTokens(a[i] as string, b[i] as string);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareTokens(a: string, b: string): number {
  if (a === b) return 0;
  const indexA = isIndex(a);
  if (indexA !== isIndex(b)) return indexA ? -1 : 1;
  // Without leading zeros, the longer index is larger. This avoids rounding above 2^53.
  if (indexA && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

/** Formats a path for answers. The pointer ends before the first name that is too long or has invisible characters. */
export function toVisiblePointer(path: readonly string[]): string {
  return formatPointer(toVisiblePath(path));
}

/** Returns the part of a path that `toVisiblePointer` shows. */
export function toVisiblePath(path: readonly string[]): readonly string[] {
  const end = path.findIndex((token) => !isPlain(token));
  return end < 0 ? path : path.slice(0, end);
}
