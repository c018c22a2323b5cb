import { escapeCharacter, type Json } from "@assay/contract";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { countCharacters, utf8Length } from "../text/characters.ts";
import { formatCount } from "../text/phrases.ts";
import { sanitizeText } from "../text/sanitize-text.ts";

/** A text from outside, on one line and without anything that a reader cannot see. */
export interface ReviewText {
  readonly text: string;
  /** Words of ours behind it: how many characters were cut off, if any were. */
  readonly note: string;
}

/** A section of a review, with a title of ours. */
export interface ReviewSection {
  readonly title: string;
  readonly lines: readonly ReviewLine[];
}

/** A line of a review: words of ours, or what it is about, and a value. */
export interface ReviewLine {
  /** How deep it is inside a property of the candidate. */
  readonly depth: number;
  readonly label?: string;
  readonly name?: ReviewText | undefined;
  readonly value?: ReviewText | undefined;
}

/** The text that stands for a value: a string as it is unless it reads like another value, everything else as JSON. */
export function toText(value: Json): string {
  if (typeof value !== "string") return toCanonicalJson(value);
  return jsonLike.test(value) ? JSON.stringify(value) : value;
}

/** Makes a text from outside safe to show, and cuts it to at most so many bytes. */
export function toReviewText(text: string, maxBytes: number): ReviewText {
  // A text has at least as many bytes as code units, so a huge one is not written first.
  const whole = text.length <= maxBytes ? toVisible(text) : undefined;
  if (whole !== undefined && utf8Length(whole) <= maxBytes) return { text: whole, note: "" };
  const characters = [...text.slice(0, 2 * maxBytes)];
  let kept = Math.min(characters.length, maxBytes);
  const writeHead = () => `${toVisible(characters.slice(0, kept).join(""))}…`;
  while (kept > 0 && utf8Length(writeHead()) > maxBytes) kept = Math.floor(kept * 0.9);
  const left = countCharacters(text.toWellFormed()) - kept;
  return { text: writeHead(), note: ` (+${formatCount(left, ["character", "characters"])})` };
}

// The string "36" is not the number 36, and whitespace at an end would not be seen.
const jsonLike = /^(?:$|true$|false$|null$|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$|["{[]|\s)|\s$/;

// Marks that stand on each other can cover the lines around them. No language needs more than four.
const stackedMarks = /(?<=\p{M}{4})\p{M}+|^\p{M}+/gu;

// Two names that differ in such spaces would look alike.
const unusualSpaces = /[^\S \n]|^ +| +$/gu;

function toVisible(text: string): string {
  const spaced = text.replace(unusualSpaces, writeOut).replaceAll("\n", "⏎");
  return sanitizeText(spaced, Number.POSITIVE_INFINITY).replace(/`{2,}/g, writeOut).replace(stackedMarks, writeOut);
}

function writeOut(characters: string): string {
  return Array.from(characters, escapeCharacter).join("");
}
