const maxCharacters = 256;

// Matches between the words of "PersonBasic". In "iPhone", the single letter before the capital is not a word.
const wordBoundary = /(?<=[a-z]{2})(?=[A-Z][a-z])/g;

/**
 * Converts a string to lower-case words joined by hyphens if only case, separators, whitespace and diacritics are lost.
 * Returns undefined for any other string: `C++` and `C#` must not become `c`, and `-500` must not become `500`.
 */
export function toLosslessSlug(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined;
  const letters = text
    .trim()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  // Between two words, these characters are separators. At either end they could be signs, which must not be lost.
  if (!/^[A-Za-z0-9]+(?:[-_.\s]+[A-Za-z0-9]+)*$/.test(letters)) return undefined;
  return letters
    .replace(wordBoundary, "-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}
