import { limits } from "@assay/contract";
import { findExtras } from "@assay/engine";
import type { Range } from "./json-nodes.ts";
import type { TextChange } from "./patch-text.ts";

/** A text without its comments and trailing commas, with the changes made to it. */
export interface PlainText {
  readonly text: string;
  readonly changes: readonly TextChange[];
  /** The comments and trailing commas. */
  readonly extras: readonly Range[];
  /** The original text with spaces in place of them, so that every other place keeps its offset. */
  readonly spaced: string;
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
  const spaced = replaceRanges(text, extras, (extra) => extra.replace(/[^\r\n]/g, " "));
  return { text: replaceRanges(text, changes, () => ""), changes, extras, spaced };
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

function replaceRanges(text: string, ranges: readonly Range[], replace: (part: string) => string): string {
  let result = "";
  let end = 0;
  for (const { from, to } of ranges) {
    result += text.slice(end, from) + replace(text.slice(from, to));
    end = to;
  }
  return result + text.slice(end);
}
