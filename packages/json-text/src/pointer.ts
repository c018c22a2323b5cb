import { escapeToken, unescapeToken } from "@assay/contract";
/** The tokens of a JSON Pointer (RFC 6901), or undefined if the string is not one. */
export function tokensOf(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  // ~1 before ~0, or "~01" would become "/" (RFC 6901, section 4).
  return pointer.slice(1).split("/").map(unescapeToken);
}

/** Writes tokens as a JSON Pointer. */
export function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}
