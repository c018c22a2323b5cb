const letter = /\p{L}/u;

// Longer texts are no names; nothing meters this.
const maxCharacters = 256;

/**
 * Whether two names of a property differ in case and separators alone. Names of numbers end in units, of which `Mb` and `MB`
 * are two, so there the case counts, unless it says nothing: where the written name has no capitals or only capitals, or
 * where the first letter alone differs.
 */
export function isSameName(written: string, known: string, isNumber: boolean): boolean {
  if (written.length > maxCharacters) return false;
  const [one, other] = [written, known].map((name) => removeSeparators(name, (before, after) => before || after));
  if (one === undefined || other === undefined || one.toLowerCase() !== other.toLowerCase()) return false;
  if (!isNumber || one.slice(1) === other.slice(1)) return true;
  return written === written.toLowerCase() || written === written.toUpperCase();
}

/** The one listed value that differs from a text in surrounding whitespace, case and separators alone. */
export function findFoldedMatch(text: string, listed: readonly string[]): string | undefined {
  const trimmed = text.trim();
  const exact = listed.find((value) => value === trimmed);
  if (exact !== undefined || trimmed.length > maxCharacters) return exact;
  const [only, ...others] = listed.filter((value) => isSameWord(trimmed, value));
  return only !== undefined && others.length === 0 && !isPrefixLetter(trimmed, only, listed) ? only : undefined;
}

function isSameWord(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => removeSeparators(text, (before, after) => before && after));
  if (a === b) return true;
  return a?.toLowerCase() === b?.toLowerCase() && isCaseNeutral(one) && isCaseNeutral(other);
}

// `mW` and `MW` are two units, and so are `Kb` and `KB`; `usd` and `USD` are one currency.
function isCaseNeutral(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const words = text.match(/\p{L}+/gu) ?? [];
  return letters.length >= 3 && words.every((word) => /^(?:\P{Lu}+|\P{Ll}+|\p{Lu}\P{Lu}*)$/u.test(word));
}

// Beside `ohm` and `kohm`, `Mohm` is not `mohm`: where another word differs in its first letter, that letter is a prefix.
function isPrefixLetter(text: string, value: string, listed: readonly string[]): boolean {
  if (text === value || text.slice(1) !== value.slice(1)) return false;
  const rest = value.slice(1);
  return listed.some((other) => other !== value && (other === rest || other.slice(1) === rest));
}

// Separators are `-`, `_` and spaces between two characters that `isBetween` accepts, by whether each is a letter.
function removeSeparators(text: string, isBetween: (before: boolean, after: boolean) => boolean): string {
  return text.normalize().replace(/[-_ ]+/g, (separators, at: number) => {
    const [before, after] = [text[at - 1], text[at + separators.length]];
    if (before === undefined || after === undefined) return separators;
    return isBetween(letter.test(before), letter.test(after)) ? "" : separators;
  });
}
