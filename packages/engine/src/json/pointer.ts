import type { Json } from "@assay/contract";
import { isObject, member } from "./json.ts";

/** Splits a JSON Pointer (RFC 6901) into its tokens, or gives undefined when it is not one. */
export function tokensOf(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  const tokens = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return tokens;
  return /~(?![01])/.test(pointer) ? undefined : tokens.map(unescapeToken);
}

/** Joins tokens into a JSON Pointer. */
export function pointerOf(tokens: readonly string[]): string {
  let pointer = "";
  for (const token of tokens) pointer += `/${escapeToken(token)}`;
  return pointer;
}

/** Escapes one token for use in a JSON Pointer. */
export function escapeToken(token: string): string {
  // Most tokens need nothing, and to see that is quicker than to replace nothing; where there is much, joining is quicker.
  return token.includes("~") || token.includes("/") ? token.split("~").join("~0").split("/").join("~1") : token;
}

/** Finds the value that tokens point at, through own members and existing items only. */
export function valueAt(value: Json, tokens: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const token of tokens) {
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

/** Yields, in document order, the tokens of every existing place that a pattern matches; its `*` stands for each item of a list. */
export function* expandPattern(value: Json, pattern: readonly string[]): Generator<string[], void> {
  const star = pattern.indexOf("*");
  if (star < 0) {
    if (valueAt(value, pattern) !== undefined) yield [...pattern];
    return;
  }
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const list = valueAt(value, before);
  if (!Array.isArray(list)) return;
  const moreStars = after.includes("*");
  for (let i = 0; i < list.length; i++) {
    if (moreStars) {
      for (const tokens of expandPattern(list[i], after)) yield [...before, String(i), ...tokens];
    } else if (valueAt(list[i], after) !== undefined) {
      yield pattern.with(star, String(i));
    }
  }
}

/** Yields the tokens of a place for each item that its `*` stand for, whether or not the item has what follows. */
export function* eachItem(value: Json, pattern: readonly string[]): Generator<readonly string[], void> {
  const last = pattern.lastIndexOf("*");
  if (last < 0) {
    yield pattern;
    return;
  }
  const after = pattern.slice(last + 1);
  for (const item of expandPattern(value, pattern.slice(0, last + 1))) yield [...item, ...after];
}

/** A value in a document, and the path to it. */
export interface Place {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * The places that a pattern matches, in document order. Each iteration expands the pattern anew and one place at a time,
 * so that no work is done that nobody has paid for. A class, because an object literal with a generator is slow to make.
 */
export class Places implements Iterable<Place> {
  readonly #document: Json;
  readonly #pattern: readonly string[];

  constructor(document: Json, pattern: readonly string[]) {
    this.#document = document;
    this.#pattern = pattern;
  }

  *[Symbol.iterator](): Generator<Place, void> {
    for (const path of expandPattern(this.#document, this.#pattern)) {
      yield { path, value: valueAt(this.#document, path) as Json };
    }
  }
}

function unescapeToken(token: string): string {
  // ~1 before ~0, or "~01" would become "/" (RFC 6901, section 4).
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
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
