import type { SortedList } from "../spec/normalizer.ts";

/** A property with another name, or an item at another index, than in the submitted candidate. */
export interface Move {
  /** Leads to what contains it, under the new names. */
  readonly path: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Whether the new name is only near the old one, so that it might not be meant. */
  readonly isAssumed: boolean;
}

/** Lists the items of a sorted array that have another index. */
export function toMoves({ path, indexes }: SortedList): readonly Move[] {
  return indexes.flatMap((from, to) =>
    from === to ? [] : [{ path, from: String(from), to: String(to), isAssumed: false }],
  );
}

/** The moved members of one value, by their new names, and of the values in it. */
interface Moved {
  readonly from: Map<string, string>;
  readonly inner: Map<string, Moved>;
}

/** Creates the function that converts a path after the moves to the path of the same value in the submitted candidate. */
export function createToSubmitted(
  wrapperPath: readonly string[],
  moves: readonly Move[],
): (path: readonly string[]) => readonly string[] {
  if (wrapperPath.length + moves.length === 0) return (path) => path;
  const root: Moved = { from: new Map(), inner: new Map() };
  for (const { path, from, to } of moves) {
    let moved = root;
    for (const token of path) {
      const inner = moved.inner.get(token) ?? { from: new Map(), inner: new Map() };
      moved.inner.set(token, inner);
      moved = inner;
    }
    moved.from.set(to, from);
  }
  return (path) => {
    const submitted = [...wrapperPath];
    let moved: Moved | undefined = root;
    for (const token of path) {
      submitted.push(moved?.from.get(token) ?? token);
      moved = moved?.inner.get(token);
    }
    return submitted;
  };
}
