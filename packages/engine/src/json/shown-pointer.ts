import { isPlain } from "../text/outside-text.ts";
import { pointerOf } from "./pointer.ts";

/** The path of a place for an answer: it ends where a member's name is too long or has hidden characters to be shown. */
export function shownPointer(path: readonly string[]): string {
  return pointerOf(shownPath(path));
}

/** The path of that path. */
export function shownPath(path: readonly string[]): readonly string[] {
  const end = path.findIndex((token) => !isPlain(token));
  return end < 0 ? path : path.slice(0, end);
}
