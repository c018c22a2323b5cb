/** A text as lower case words joined by hyphens, which is what most products want of an id. */
export function slug(text: string): string {
  return text
    .slice(0, 256)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
