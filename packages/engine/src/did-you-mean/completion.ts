import { type Meter, spend } from "../meter.ts";

/**
 * The only known value that a string is an abbreviation of: its first letters, at least three, cut off inside a word
 * (`prod` of `production`). A whole word may mean something else: `date` is not `date-time`.
 */
export function completion(text: string, known: readonly string[], meter: Meter): string | undefined {
  const start = text.trim().toLowerCase();
  if (!/^\p{L}{3,32}$/u.test(start)) return undefined;
  spend(meter, known.length);
  const [only, ...others] = known.filter((value) => value.slice(0, start.length).toLowerCase() === start);
  const isInWord = only !== undefined && /^\p{L}/u.test(only.slice(start.length));
  return others.length === 0 && isInWord ? only : undefined;
}
