import type { Json } from "@assay/contract";
import { isObject } from "../json/json.ts";
import type { AnyFinding } from "./finding.ts";

/**
 * A candidate with its misspelled members under the names that were meant, so that everything else can be judged in the
 * same answer, and the way back: findings speak of the candidate as it was submitted.
 */
export interface AsMeant {
  readonly candidate: Json;
  /** From a place in this candidate to the same place in the submitted one. */
  toSubmitted(tokens: readonly string[]): readonly string[];
}

/** A candidate that needs no translation. */
export function asSubmitted(candidate: Json): AsMeant {
  return { candidate, toSubmitted: (tokens) => tokens };
}

/** Renames what the findings of the schema call misspelled; their places are those of the candidate given. */
export function rename(before: AsMeant, misspelled: readonly AnyFinding[]): AsMeant {
  const renames = misspelled.map(({ tokens, params }) => ({
    parent: tokens.slice(0, -1),
    from: tokens.at(-1) ?? "",
    to: String(params.expected),
  }));
  return {
    candidate: renames.reduce(
      (candidate, { parent, from, to }) => renameIn(candidate, parent, from, to),
      before.candidate,
    ),
    toSubmitted(tokens) {
      const [done] = renames.filter(({ parent, to }) => startsWith(tokens, [...parent, to]));
      return before.toSubmitted(done ? [...done.parent, done.from, ...tokens.slice(done.parent.length + 1)] : tokens);
    },
  };
}

function renameIn(value: Json, parent: readonly string[], from: string, to: string): Json {
  const [token, ...rest] = parent;
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => (String(index) === token ? renameIn(item, rest, from, to) : item));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    token === undefined
      ? entries.map(([name, inner]) => [name === from ? to : name, inner])
      : entries.map(([name, inner]) => [name, name === token ? renameIn(inner, rest, from, to) : inner]),
  );
}

function startsWith(tokens: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((token, index) => tokens[index] === token);
}
