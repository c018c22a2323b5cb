import { formatPointer, isIndex } from "@assay/contract";
import { isPlain } from "../text/sanitize-text.ts";

export { formatPointer, parsePointer, valueAt } from "@assay/contract";

/** A string that is equal for equal paths only. Unlike a pointer it needs no escapes, which a long name makes slow. */
export function toPathKey(path: readonly string[]): string {
  let key = "";
  for (const token of path) key += toTokenKey(token);
  return key;
}

/** The part of a `toPathKey` for one token: it begins with the token's length. */
export function toTokenKey(token: string): string {
  return `${token.length}/${token}`;
}

/** Orders paths token by token: indexes by number and before names, names by UTF-16 code units, a parent before its children. */
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
  // Without leading zeros the longer index is the larger one, at any size: no rounding beyond 2^53.
  if (indexA && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

/** The pointer of a path for an answer: it ends before a name that is too long or has hidden characters. */
export function toVisiblePointer(path: readonly string[]): string {
  return formatPointer(toVisiblePath(path));
}

/** The part of a path that `toVisiblePointer` shows. */
export function toVisiblePath(path: readonly string[]): readonly string[] {
  const end = path.findIndex((token) => !isPlain(token));
  return end < 0 ? path : path.slice(0, end);
}
