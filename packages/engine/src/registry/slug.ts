/** A text as lower case words joined by hyphens, which is what most products want of an id. */
export function slug(text: string): string {
  return text
    .slice(0, maxCharacters)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

const maxCharacters = 256;

// As in "PersonBasic". One letter in front, as in "iPhone", is no word.
const wordBorder = /(?<=[a-z]{2})(?=[A-Z][a-z])/g;

/**
 * The slug of a text that loses nothing but case, separators, whitespace and diacritics; undefined for any other text:
 * `C++` and `C#` are not `c`, and `-500` is not `500`.
 */
export function losslessSlug(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined;
  const letters = text
    .trim()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  // Separators join words; a sign at either end is something else.
  if (!/^[A-Za-z0-9]+(?:[-_.\s]+[A-Za-z0-9]+)*$/.test(letters)) return undefined;
  return slug(letters.replace(wordBorder, "-"));
}
