import { isPlain } from "../text/outside-text.ts";
import { pointerOf } from "./pointer.ts";

/** The path of a place for an answer: it ends where a member's name is too long or has hidden characters to be shown. */
export function pathOf(tokens: readonly string[]): string {
  const end = tokens.findIndex((token) => !isPlain(token));
  return pointerOf(end < 0 ? tokens : tokens.slice(0, end));
}
