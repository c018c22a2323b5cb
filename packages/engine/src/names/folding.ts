const letter = /\p{L}/u;

// Longer strings are not compared.
const maxCharacters = 256;

/**
 * Whether two property names differ only in case and separators. The name of a numeric property can end in a unit, and
 * `Mb` is not `MB`: case matters there, unless only the first letter differs or the written name has a single case.
 */
export function isSameName(written: string, known: string, isNumber: boolean): boolean {
  if (written.length > maxCharacters || beginsDifferently(written, known)) return false;
  const [a, b] = [written, known].map((name) => removeSeparators(name, (before, after) => before || after));
  if (a === undefined || b === undefined || a.toLowerCase() !== b.toLowerCase()) return false;
  if (!isNumber || a.slice(1) === b.slice(1)) return true;
  return written === written.toLowerCase() || written === written.toUpperCase();
}

/**
 * Finds the only listed value that differs from `text` only in surrounding whitespace, case and separators. `near` contains
 * at least the listed values with the same `foldWord`.
 */
export function findFoldedMatch(text: string, listed: readonly string[], near = listed): string | undefined {
  const trimmed = text.trim();
  const exact = near.find((value) => value === trimmed);
  if (exact !== undefined || trimmed.length > maxCharacters) return exact;
  const isSameWord = createIsSameWord(trimmed);
  const [only, ...others] = near.filter((value) => value.length <= maxCharacters && isSameWord(value));
  return only !== undefined && others.length === 0 && !isPrefixLetter(trimmed, only, listed) ? only : undefined;
}

/** Returns a key that values have in common if they differ only in case and separators. Longer ones have only their own. */
export function foldWord(text: string): string {
  return text.length > maxCharacters ? text : joinLetters(text).toLowerCase();
}

function createIsSameWord(one: string): (other: string) => boolean {
  const a = joinLetters(one);
  return (other) => {
    if (beginsDifferently(one, other)) return false;
    const b = joinLetters(other);
    return a === b || (a.toLowerCase() === b.toLowerCase() && isCaseNeutral(one) && isCaseNeutral(other));
  };
}

// Whether two texts begin with different ASCII characters, whatever their case. Then they differ after folding, too.
function beginsDifferently(one: string, other: string): boolean {
  const [a, b] = [one.charCodeAt(0) | 32, other.charCodeAt(0) | 32];
  return a !== b && a < 128 && b < 128;
}

// `mW` and `MW` are different units, and so are `Kb` and `KB`, but `usd` and `USD` are the same currency.
function isCaseNeutral(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const words = text.match(/\p{L}+/gu) ?? [];
  return letters.length >= 3 && words.every((word) => /^(?:\P{Lu}+|\P{Ll}+|\p{Lu}\P{Lu}*)$/u.test(word));
}

// If `ohm` or `kohm` is also listed, `Mohm` is not `mohm`: the other value shows that the first letter is a prefix.
function isPrefixLetter(text: string, value: string, listed: readonly string[]): boolean {
  if (text === value || text.slice(1) !== value.slice(1)) return false;
  const rest = value.slice(1);
  return listed.some((other) => other !== value && (other === rest || other.slice(1) === rest));
}

function joinLetters(text: string): string {
  return removeSeparators(text, (before, after) => before && after);
}

// Removes runs of `-`, `_` and spaces that `isSeparator` accepts, given whether a letter precedes and follows them.
function removeSeparators(text: string, isSeparator: (before: boolean, after: boolean) => boolean): string {
  const normalized = text.normalize();
  if (!/[-_ ]/.test(normalized)) return normalized;
  return normalized.replace(/[-_ ]+/g, (separators, index: number) => {
    const [before, after] = [text[index - 1], text[index + separators.length]];
    if (before === undefined || after === undefined) return separators;
    return isSeparator(letter.test(before), letter.test(after)) ? "" : separators;
  });
}
