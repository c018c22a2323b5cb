import { isJsonObject, type Json } from "./json.ts";

/**
 * Escapes one token for use in a JSON Pointer (RFC 6901).
 *
 * @example
 * const pointer = `/properties/${escapeToken(name)}`;
 */
export function escapeToken(token: string): string {
  // Most tokens need no escape, so `includes` is the fastest check. For many escapes, `split` and `join` are fastest.
  return token.includes("~") || token.includes("/") ? token.split("~").join("~0").split("/").join("~1") : token;
}

/**
 * Returns the tokens of a JSON Pointer, or undefined if the string is not a JSON Pointer.
 *
 * @example
 * parsePointer("/outputFields/0/a~1b"); // ["outputFields", "0", "a/b"]
 */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  const path = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return path;
  if (/~(?![01])/.test(pointer)) return undefined;
  // Decode ~1 before ~0; otherwise "~01" would become "/" (RFC 6901, section 4).
  return path.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * Returns the path of a reference within the same document, or undefined if the string is not such a reference.
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
 * Formats a path as a JSON Pointer.
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
 * Whether a token is an array index: a number without a sign or leading zeros.
 *
 * @example
 * isIndex("10"); // true; "010" and "-" are not
 */
export function isIndex(token: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(token);
}

/**
 * Returns the value at a path, or undefined if the path does not exist. Only own properties and existing items count.
 *
 * @example
 * valueAt(candidate, ["outputFields", "0", "type"]);
 */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let node: Json | undefined = value;
  for (const token of path) {
    if (Array.isArray(node)) node = isIndex(token) && Number(token) < node.length ? node[Number(token)] : undefined;
    else if (isJsonObject(node)) node = Object.hasOwn(node, token) ? node[token] : undefined;
    else return undefined;
  }
  return node;
}
