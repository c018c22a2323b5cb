// Longer names are not compared.
const maxCharacters = 64;

/** A name as it is compared with others: in lower case, without whitespace, `-` and `_`; empty if it is too long. */
export function foldName(name: string): string {
  return name.length > maxCharacters
    ? ""
    : name
        .normalize()
        .toLowerCase()
        .replace(/[-_\s]/g, "");
}

/**
 * How far a folded name is from a known one that it may be a misspelling of: 0 if only case, whitespace, `-` and `_` differ, 1 or
 * 2 for as many wrong letters, undefined if it is another name. Short names have few letters to recognize them by, so they
 * may have fewer wrong ones.
 */
export function spellingDistance(a: string, b: string): 0 | 1 | 2 | undefined {
  if (a === "" || b === "") return undefined;
  if (a === b) return 0;
  const longer = Math.max(a.length, b.length);
  const max = longer < 4 ? 0 : longer < longName ? 1 : 2;
  if (max === 0 || Math.abs(a.length - b.length) > max) return undefined;
  // "code" is not a misspelled "mode", and "line1" is not a misspelled "line2".
  if ((longer < longName && a[0] !== b[0]) || a.replace(/\D/g, "") !== b.replace(/\D/g, "")) return undefined;
  const wrong = countWrongLetters(a, b, max);
  return wrong <= max ? (wrong as 1 | 2) : undefined;
}

const longName = 8;

/**
 * How many letters to insert, delete, replace or swap with the next one between two names, or more than `max`. Between two
 * of them at least one letter is right: "maxLength" is no misspelled "minLength". Equal letters are skipped, and each wrong
 * one leaves four ways to go on, so with two of them the work is linear.
 */
function countWrongLetters(a: string, b: string, max: number, from = 0, to = 0): number {
  let [i, j] = [from, to];
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  if (i === a.length && j === b.length) return 0;
  const isNextToAnother = i === from && from + to > 0;
  if (max === 0 || isNextToAnother) return max + 1;
  const countRest = (overA: number, overB: number) =>
    i + overA > a.length || j + overB > b.length ? max : countWrongLetters(a, b, max - 1, i + overA, j + overB);
  const isSwapped = a[i] === b[j + 1] && a[i + 1] === b[j] && i + 1 < a.length;
  return 1 + Math.min(countRest(1, 1), countRest(1, 0), countRest(0, 1), isSwapped ? countRest(2, 2) : max);
}
