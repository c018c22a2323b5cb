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
  return /^[A-Za-z0-9]+(?:[-_.\s]+[A-Za-z0-9]+)*$/.test(letters) ? slug(text) : undefined;
}
