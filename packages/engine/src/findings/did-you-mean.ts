import { closest } from "../names/closest.ts";
import { quoted } from "../text/outside-text.ts";

/** Advice for whoever misspelled a known name; nothing if no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  return near === undefined ? undefined : `Did you mean ${quoted(near)}?`;
}
