const maxCharacters = 256;

// As in "PersonBasic". One letter in front, as in "iPhone", is no word.
const wordBorder = /(?<=[a-z]{2})(?=[A-Z][a-z])/g;

/**
 * A text as lower case words joined by hyphens, if that loses nothing but case, separators, whitespace and diacritics; undefined for any other text:
 * `C++` and `C#` are not `c`, and `-500` is not `500`.
 */
export function toLosslessSlug(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined;
  const letters = text
    .trim()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  // Separators join words; a sign at either end is something else.
  if (!/^[A-Za-z0-9]+(?:[-_.\s]+[A-Za-z0-9]+)*$/.test(letters)) return undefined;
  return letters
    .replace(wordBorder, "-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}
