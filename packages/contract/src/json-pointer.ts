/**
 * Escapes one token for use in a JSON Pointer (RFC 6901).
 *
 * @example
 * const pointer = `/properties/${escapeToken(name)}`;
 */
export function escapeToken(token: string): string {
  // Most tokens need no escape, and `includes` is faster than a replacement of nothing; with many escapes, joining is.
  return token.includes("~") || token.includes("/") ? token.split("~").join("~0").split("/").join("~1") : token;
}

/**
 * The token that an escaped one of a JSON Pointer stands for.
 *
 * @example
 * const names = pointer.slice(1).split("/").map(unescapeToken);
 */
export function unescapeToken(token: string): string {
  // ~1 before ~0, or "~01" would become "/" (RFC 6901, section 4).
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}
