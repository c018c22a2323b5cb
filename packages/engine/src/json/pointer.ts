import { escapeToken, type Json, unescapeToken } from "@assay/contract";
import { isObject, member } from "./json.ts";

/** The path of a JSON Pointer (RFC 6901), or undefined if the string is not one. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  const path = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return path;
  return /~(?![01])/.test(pointer) ? undefined : path.map(unescapeToken);
}

/** Writes a path as a JSON Pointer. */
export function pointerOf(path: readonly string[]): string {
  let pointer = "";
  for (const token of path) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/** A string that is equal for equal paths only. Unlike a pointer it needs no escapes, which a long name makes slow. */
export function pathKey(path: readonly string[]): string {
  let key = "";
  for (const token of path) key += tokenKey(token);
  return key;
}

/** The part of a `pathKey` for one token: it begins with the token's length. */
export function tokenKey(token: string): string {
  return `${token.length}/${token}`;
}

/** Finds the value at a path, through own members and existing items only. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const token of path) {
    if (Array.isArray(found)) found = isIndex(token) && Number(token) < found.length ? found[Number(token)] : undefined;
    else if (isObject(found)) found = member(found, token);
    else return undefined;
  }
  return found;
}

/** Orders paths token by token: indexes by number and before names, names by UTF-16 code units, a parent before its children. */
export function comparePaths(a: readonly string[], b: readonly string[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareTokens(a[i] as string, b[i] as string);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function isIndex(token: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(token);
}

function compareTokens(a: string, b: string): number {
  if (a === b) return 0;
  const indexA = isIndex(a);
  if (indexA !== isIndex(b)) return indexA ? -1 : 1;
  // Without leading zeros the longer index is the larger one, at any size: no rounding beyond 2^53.
  if (indexA && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}
