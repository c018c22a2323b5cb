import { type Meter, spend } from "../meter.ts";

/**
 * The only known value that a string is an abbreviation of: its first letters, at least three, cut off inside a word
 * (`prod` of `production`). A whole word may mean something else: `date` is not `date-time`, `duration` not `durationMs`.
 */
export function completion(text: string, known: readonly string[], meter: Meter): string | undefined {
  const start = text.trim().toLowerCase();
  if (!/^\p{L}{3,32}$/u.test(start) || /\p{Ll}\p{Lu}/u.test(text)) return undefined;
  spend(meter, known.length);
  const [only, ...others] = known.filter((value) => value.slice(0, start.length).toLowerCase() === start);
  const isInWord = only !== undefined && only.length > start.length && /^(?:\p{Ll}+|\p{Lu}+)$/u.test(only.slice(1));
  return others.length === 0 && isInWord ? only : undefined;
}
