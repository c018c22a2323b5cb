import { isPlain } from "../text/outside-text.ts";
import { pointerOf } from "./pointer.ts";

/** The pointer of a path for an answer: it ends before a name that is too long or has hidden characters. */
export function shownPointer(path: readonly string[]): string {
  return pointerOf(shownPath(path));
}

/** The part of a path that `shownPointer` shows. */
export function shownPath(path: readonly string[]): readonly string[] {
  const end = path.findIndex((token) => !isPlain(token));
  return end < 0 ? path : path.slice(0, end);
}
