import { isPlain } from "../text/outside-text.ts";
import { pointerOf } from "./pointer.ts";

/** The path of a place for an answer: it ends where a member's name is too long or has hidden characters to be shown. */
export function pathOf(tokens: readonly string[]): string {
  return pointerOf(shownTokens(tokens));
}

/** The tokens of that path. */
export function shownTokens(tokens: readonly string[]): readonly string[] {
  const end = tokens.findIndex((token) => !isPlain(token));
  return end < 0 ? tokens : tokens.slice(0, end);
}
