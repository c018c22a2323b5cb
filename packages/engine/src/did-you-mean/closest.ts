import { type Meter, spend } from "../meter.ts";

/**
 * The known name that is closest to a name: equal but for case, whitespace, `-` and `_`, or with an edit distance of one or
 * two. With a meter, comparing costs steps.
 */
export function closest(name: string, known: readonly string[], meter?: Meter): string | undefined {
  if (name.length === 0 || name.length > maxCharacters) return undefined;
  if (meter) spend(meter, known.length * stepsPerName(name));
  const folded = fold(name);
  const same = known.find((candidate) => fold(candidate) === folded);
  // Short names are always close: "id" is not a misspelled "at".
  if (same !== undefined || name.length < 3) return same;
  let best: string | undefined;
  let maxDistance = name.length < 5 ? 1 : 2;
  for (const candidate of known) {
    const found = editDistance(name, candidate, maxDistance);
    if (found > maxDistance) continue;
    best = candidate;
    // From here on only a closer one is better; equal names were found above.
    maxDistance = found - 1;
    if (maxDistance < 1) break;
  }
  return best;
}

const maxCharacters = 64;

function stepsPerName(name: string): number {
  return 4 + Math.ceil(name.length / 4);
}

function fold(name: string): string {
  return name.length > maxCharacters * 2 ? name : name.toLowerCase().replace(/[-_\s]/g, "");
}

/**
 * How many characters to insert, delete or replace between two strings, or `max + 1` if there are more. Equal characters are
 * skipped, which is never worse; each edit then has three ways to go on, so with two of them the work is linear.
 */
function editDistance(a: string, b: string, max: number, from = 0, to = 0): number {
  if (Math.abs(a.length - from - (b.length - to)) > max) return max + 1;
  let [i, j] = [from, to];
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  if (i === a.length || j === b.length) return a.length - i + b.length - j;
  if (max === 0) return 1;
  const replaced = editDistance(a, b, max - 1, i + 1, j + 1);
  const deleted = replaced === 0 ? 0 : editDistance(a, b, max - 1, i + 1, j);
  const inserted = deleted === 0 ? 0 : editDistance(a, b, max - 1, i, j + 1);
  return 1 + Math.min(replaced, deleted, inserted);
}
