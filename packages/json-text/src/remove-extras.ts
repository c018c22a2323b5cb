import { limits } from "@assay/contract";
import { findExtras } from "@assay/engine";
import type { Range, TextChange } from "./json-nodes.ts";

/** A text without its comments and trailing commas, and the changes made to it. */
export interface PlainText {
  readonly text: string;
  readonly changes: readonly TextChange[];
  /** How many were removed, in words. */
  readonly removed: string;
}

/**
 * Removes the comments and trailing commas of a text that is JSON otherwise, as its author would: with the space around
 * them, and with the lines that they fill. Returns undefined for any other text.
 *
 * @example
 * removeExtras('{ "a": 1, } // one\n')?.text; // '{ "a": 1 }\n'
 */
export function removeExtras(text: string): PlainText | undefined {
  const extras = findExtras(text, limits.bodyDepth);
  if (!extras) return undefined;
  const changes = joinNeighbors(extras, text).map((range) => ({ ...includeSpace(range, text), insert: "" }));
  const kept = [0, ...changes.map(({ to }) => to)].map((from, index) => text.slice(from, changes[index]?.from));
  const commas = extras.filter(({ from }) => text[from] === ",").length;
  const counts = [formatCount(extras.length - commas, "comment"), formatCount(commas, "trailing comma")];
  return { text: kept.join(""), changes, removed: counts.filter((count) => count !== "").join(" and ") };
}

function formatCount(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Ranges with only white space between them become one.
function joinNeighbors(ranges: readonly Range[], text: string): readonly Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && text.slice(last.to, range.from).trim() === "") joined.splice(-1, 1, { from: last.from, to: range.to });
    else joined.push(range);
  }
  return joined;
}

function includeSpace({ from, to }: Range, text: string): Range {
  let start = from;
  let end = to;
  while (isBlank(text[start - 1])) start -= 1;
  while (isBlank(text[end])) end += 1;
  const lineEnd = /\r\n|[\r\n]|$/y;
  lineEnd.lastIndex = end;
  const [ending] = lineEnd.exec(text) ?? [];
  const startsLine = start === 0 || text[start - 1] === "\n" || text[start - 1] === "\r";
  if (startsLine && ending !== undefined) return { from: start, to: end + ending.length };
  return startsLine ? { from, to: end } : { from: start, to };
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
