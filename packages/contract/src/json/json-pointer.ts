import { isJsonObject, type Json } from "./json.ts";

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

/**
 * The tokens of a JSON Pointer, or undefined if the string is not one.
 *
 * @example
 * parsePointer("/outputFields/0/a~1b"); // ["outputFields", "0", "a/b"]
 */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  const path = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return path;
  return /~(?![01])/.test(pointer) ? undefined : path.map(unescapeToken);
}

/**
 * The path of a reference into the same document; undefined if it is none.
 *
 * @example
 * parseReference("#/$defs/name"); // ["$defs", "name"]
 */
export function parseReference(reference: string): string[] | undefined {
  try {
    return reference.startsWith("#") ? parsePointer(decodeURIComponent(reference.slice(1))) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes tokens as a JSON Pointer.
 *
 * @example
 * formatPointer(["outputFields", "0", "a/b"]); // "/outputFields/0/a~1b"
 */
export function formatPointer(path: readonly string[]): string {
  let pointer = "";
  for (const token of path) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/**
 * Whether a token names an item of an array: a number without a sign and leading zeros.
 *
 * @example
 * isIndex("10"); // true; "010" and "-" are not
 */
export function isIndex(token: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(token);
}

/**
 * The value at a path, through own members and existing items only; undefined if there is none.
 *
 * @example
 * valueAt(candidate, ["outputFields", "0", "type"]);
 */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const token of path) {
    if (Array.isArray(found)) found = isIndex(token) && Number(token) < found.length ? found[Number(token)] : undefined;
    else if (isJsonObject(found)) found = Object.hasOwn(found, token) ? found[token] : undefined;
    else return undefined;
  }
  return found;
}
