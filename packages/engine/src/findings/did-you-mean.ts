import { closest } from "../names/closest.ts";
import { quoted } from "../text/outside-text.ts";

/** Advice on a misspelled name, if a known name is near. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  return near === undefined ? undefined : `Did you mean ${quoted(near)}?`;
}
