import type { Json } from "@assay/contract";
import { isArray, isContainer } from "./json.ts";
import { parsePointer, valueAt } from "./pointer.ts";

/** The path of a pointer, or of a pointer pattern with its `*`, whose syntax the spec package's schema has checked. */
export function parsePattern(pattern: string): readonly string[] {
  return parsePointer(pattern) ?? [];
}

/** The path before the first `*` of a pattern: its value must be usable for the pattern to match anything. */
export function findFixedPrefix(pattern: readonly string[]): readonly string[] {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern : pattern.slice(0, star);
}

/** The path that all of them begin with: the place of the nearest value that contains all others. */
export function findCommonPrefix(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths;
  const end = first.findIndex((token, index) => others.some((path) => path[index] !== token));
  return end < 0 ? first : first.slice(0, end);
}

/** Yields the path of every value that a pattern matches; `*` matches each item of an array, and each value of a map, sorted by its key. */
export function* expandPattern(value: Json, pattern: readonly string[]): Generator<string[], void> {
  const star = pattern.indexOf("*");
  if (star < 0) {
    if (valueAt(value, pattern) !== undefined) yield [...pattern];
    return;
  }
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const container = valueAt(value, before) ?? null;
  if (!isContainer(container)) return;
  const moreStars = after.includes("*");
  // The order of the keys of a map says nothing, so it decides nothing.
  const names = isArray(container) ? undefined : Object.keys(container).sort();
  const length = names?.length ?? (container as readonly Json[]).length;
  for (let i = 0; i < length; i++) {
    const token = names?.[i] ?? String(i);
    const inner = (container as { readonly [name: string]: Json })[token] as Json;
    if (moreStars) {
      for (const path of expandPattern(inner, after)) yield [...before, token, ...path];
    } else if (valueAt(inner, after) !== undefined) {
      yield pattern.with(star, token);
    }
  }
}

/** Yields the path for each item that `*` matches, whether or not the item has the rest of the path. */
export function* expandItems(value: Json, pattern: readonly string[]): Generator<readonly string[], void> {
  // Without a `*`, the document is the only item.
  const last = pattern.lastIndexOf("*");
  const after = pattern.slice(last + 1);
  for (const item of expandPattern(value, pattern.slice(0, last + 1))) yield [...item, ...after];
}

/** A value in a document, and the path to it. */
export interface PatternMatch {
  readonly path: readonly string[];
  readonly value: Json;
}

/** The values that a pattern matches, one at a time, so that no work is done before its steps are taken. */
export function* findMatches(document: Json, pattern: readonly string[]): Generator<PatternMatch, void> {
  for (const path of expandPattern(document, pattern)) yield { path, value: valueAt(document, path) as Json };
}
