// Longer names are not compared.
const maxCharacters = 64;

/** Folds a name for comparison: lower case, without whitespace, `-` and `_`. A name that is too long becomes empty. */
export function foldName(name: string): string {
  return name.length > maxCharacters
    ? ""
    : name
        .normalize()
        .toLowerCase()
        .replace(/[-_\s]/g, "");
}

/** Lists the shapes of a name and of each that it might misspell, its own first: the length and the digits. */
export function listShapes(name: string): readonly string[] {
  const folded = foldName(name);
  return [0, -1, 1, -2, 2].map((difference) => `${folded.length + difference} ${folded.replace(/\D/g, "")}`);
}

/**
 * The distance between two folded names: 0 if they are equal, 1 or 2 for that many wrong letters, and undefined if
 * neither is a misspelling of the other. A short name allows fewer wrong letters, because fewer letters identify it.
 */
export function spellingDistance(a: string, b: string): 0 | 1 | 2 | undefined {
  if (a === "" || b === "") return undefined;
  if (a === b) return 0;
  const longer = Math.max(a.length, b.length);
  const max = longer < 4 ? 0 : longer < longNameLength ? 1 : 2;
  if (max === 0 || Math.abs(a.length - b.length) > max) return undefined;
  // "code" is not a misspelling of "mode", nor "line1" of "line2".
  if ((longer < longNameLength && a[0] !== b[0]) || a.replace(/\D/g, "") !== b.replace(/\D/g, "")) return undefined;
  const wrongLetters = countWrongLetters(a, b, max);
  return wrongLetters <= max ? (wrongLetters as 1 | 2) : undefined;
}

const longNameLength = 8;

/**
 * Counts the letters to insert, delete, replace or swap to turn one name into the other, or a number above `max`.
 * Two wrong letters must not be adjacent: "maxLength" does not misspell "minLength". Equal letters are skipped, and
 * each wrong letter leaves four ways to continue. With at most two wrong letters, the work is linear.
 */
function countWrongLetters(a: string, b: string, max: number, startA = 0, startB = 0): number {
  let [i, j] = [startA, startB];
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  if (i === a.length && j === b.length) return 0;
  const isNextToWrongLetter = i === startA && startA + startB > 0;
  if (max === 0 || isNextToWrongLetter) return max + 1;
  const countRest = (skipA: number, skipB: number) =>
    i + skipA > a.length || j + skipB > b.length ? max : countWrongLetters(a, b, max - 1, i + skipA, j + skipB);
  const isSwapped = a[i] === b[j + 1] && a[i + 1] === b[j] && i + 1 < a.length;
  return 1 + Math.min(countRest(1, 1), countRest(1, 0), countRest(0, 1), isSwapped ? countRest(2, 2) : max);
}
