import type { Json } from "@assay/contract";
import { isArray, isContainer } from "./json.ts";
import { parsePointer, valueAt } from "./pointer.ts";

/** Parses a pointer or pointer pattern, whose syntax the schema of spec packages has already checked. */
export function parsePattern(pattern: string): readonly string[] {
  return parsePointer(pattern) ?? [];
}

/** Returns the part of a pattern before its first `*`. If the path has no value, the pattern matches nothing. */
export function findFixedPrefix(pattern: readonly string[]): readonly string[] {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern : pattern.slice(0, star);
}

/** Finds the path of the innermost value that contains the values at all these paths. */
export function findCommonPrefix(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths;
  const end = first.findIndex((token, index) => others.some((path) => path[index] !== token));
  return end < 0 ? first : first.slice(0, end);
}

/** Yields the path of every value that a pattern matches. `*` matches each item of an array or value of a map. */
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
  const hasMoreStars = after.includes("*");
  // The order of keys in a map carries no meaning, so it must not affect the result.
  const names = isArray(container) ? undefined : Object.keys(container).sort();
  const length = names?.length ?? (container as readonly Json[]).length;
  for (let i = 0; i < length; i++) {
    const token = names?.[i] ?? String(i);
    const inner = (container as { readonly [name: string]: Json })[token] as Json;
    if (hasMoreStars) {
      for (const path of expandPattern(inner, after)) yield [...before, token, ...path];
    } else if (valueAt(inner, after) !== undefined) {
      yield pattern.with(star, token);
    }
  }
}

/** Yields the full path for each item that the last `*` matches, even if the item lacks the rest of the path. */
export function* expandItems(value: Json, pattern: readonly string[]): Generator<readonly string[], void> {
  // Without a `*`, the whole document is the only item.
  const last = pattern.lastIndexOf("*");
  const after = pattern.slice(last + 1);
  for (const item of expandPattern(value, pattern.slice(0, last + 1))) yield [...item, ...after];
}

/** A value in a document, and the path to it. */
export interface PatternMatch {
  readonly path: readonly string[];
  readonly value: Json;
}

/** Yields the matches of a pattern one at a time, so that the caller can spend steps before each match. */
export function* findMatches(document: Json, pattern: readonly string[]): Generator<PatternMatch, void> {
  for (const path of expandPattern(document, pattern)) yield { path, value: valueAt(document, path) as Json };
}
