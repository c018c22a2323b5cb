import { toPathKey, toTokenKey } from "../json/pointer.ts";

/** A property with another name, or an item at another index, than in the submitted candidate. */
export interface Move {
  /** Leads to what contains it, under the new names. */
  readonly path: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Whether the new name is only near the old one, so that it might not be meant. */
  readonly isAssumed: boolean;
}

/** Creates the function that converts a path after the moves to the path of the same value in the submitted candidate. */
export function createToSubmitted(
  wrapperPath: readonly string[],
  moves: readonly Move[],
): (path: readonly string[]) => readonly string[] {
  if (wrapperPath.length + moves.length === 0) return (path) => path;
  const written = new Map(moves.map(({ path, from, to }) => [toPathKey([...path, to]), from]));
  return (path) => {
    let key = "";
    const submitted = path.map((token) => {
      key += toTokenKey(token);
      return written.get(key) ?? token;
    });
    return [...wrapperPath, ...submitted];
  };
}
