import { type Meter, spend } from "../meter.ts";

/**
 * The name that was probably meant: the same but for case, blanks, `-` and `_`, or one or two slips away.
 * Looking at many names is work: whoever runs on a meter pays for it there.
 */
export function closest(name: string, known: readonly string[], meter?: Meter): string | undefined {
  if (name.length === 0 || name.length > maxCharacters) return undefined;
  if (meter) spend(meter, known.length * stepsPerName(name));
  const folded = fold(name);
  const same = known.find((candidate) => fold(candidate) === folded);
  // Two short names are always near: "id" and "at" are no slips of one another.
  if (same !== undefined || name.length < 3) return same;
  let best: string | undefined;
  let most = name.length < 5 ? 1 : 2;
  for (const candidate of known) {
    const found = editDistance(name, candidate, most);
    if (found > most) continue;
    best = candidate;
    // From here on only a nearer one is better; nothing is nearer than one slip.
    most = found - 1;
    if (most < 1) break;
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
 * How many characters to insert, delete or replace between two texts, or `most + 1` when there are more. What is equal
 * is skipped, which is never worse; each slip then has three ways to go on, so with two of them the work is linear.
 */
function editDistance(a: string, b: string, most: number, from = 0, to = 0): number {
  if (Math.abs(a.length - from - (b.length - to)) > most) return most + 1;
  let [i, j] = [from, to];
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  if (i === a.length || j === b.length) return a.length - i + b.length - j;
  if (most === 0) return 1;
  const replaced = editDistance(a, b, most - 1, i + 1, j + 1);
  const deleted = replaced === 0 ? 0 : editDistance(a, b, most - 1, i + 1, j);
  const inserted = deleted === 0 ? 0 : editDistance(a, b, most - 1, i, j + 1);
  return 1 + Math.min(replaced, deleted, inserted);
}
