import { escapeCharacter, type Json } from "@assay/contract";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { countCharacters, utf8Length } from "../text/characters.ts";
import { formatCount } from "../text/phrases.ts";
import { sanitizeText } from "../text/sanitize-text.ts";

/** A text from outside, on one line and without invisible characters. */
export interface ReviewText {
  readonly text: string;
  /** What Assay writes after the text: how many characters were cut off, that the author wrote it, or nothing. */
  readonly note: string;
}

/** A section of a review. Its title contains nothing from outside. */
export interface ReviewSection {
  readonly title: string;
  readonly lines: readonly ReviewLine[];
}

/** A line of a review: a label, or a name from outside, and a value. */
export interface ReviewLine {
  /** How deeply the line is nested in a property of the candidate. */
  readonly depth: number;
  /** A text from Assay in place of a name. */
  readonly label?: string | undefined;
  readonly name?: ReviewText | undefined;
  /** What the spec package says that the property is, from outside and shortened. */
  readonly about?: string | undefined;
  readonly value?: ReviewText | undefined;
}

/** Writes a value as text: a string unchanged unless it looks like another value, everything else as JSON. */
export function toText(value: Json): string {
  if (typeof value !== "string") return toCanonicalJson(value);
  return jsonLike.test(value) ? JSON.stringify(value) : value;
}

/** Makes a text from outside safe to display, and cuts it to at most `maxBytes`. */
export function toReviewText(text: string, maxBytes: number): ReviewText {
  // A text has at least as many bytes as code units, so a text with too many code units need not be converted.
  const whole = text.length <= maxBytes ? toVisible(text) : undefined;
  if (whole !== undefined && utf8Length(whole) <= maxBytes) return { text: whole, note: "" };
  const characters = [...text.slice(0, 2 * maxBytes)];
  let keptCount = Math.min(characters.length, maxBytes);
  const writeHead = () => `${toVisible(characters.slice(0, keptCount).join(""))}…`;
  while (keptCount > 0 && utf8Length(writeHead()) > maxBytes) keptCount = Math.floor(keptCount * 0.9);
  const cutCount = countCharacters(text.toWellFormed()) - keptCount;
  return { text: writeHead(), note: ` (+${formatCount(cutCount, ["character", "characters"])})` };
}

// Without quotes, the string "36" would look like a number, and whitespace at either end would be invisible.
const jsonLike = /^(?:$|true$|false$|null$|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$|["{[]|\s)|\s$/;

// Many combining marks on one letter can cover the lines around it. No language needs more than four.
const stackedMarks = /(?<=\p{M}{4})\p{M}+|^\p{M}+/gu;

// Two names that differ only in these spaces would look the same. The lookbehind keeps a run of spaces inside linear.
const unusualSpaces = /[^\S \n]|^ +|(?<! ) +$/gu;

// Printable ASCII without backticks and without spaces at either end, as most texts are.
const plain = /^[!-_a-~](?:[ -_a-~]*[!-_a-~])?$/;

function toVisible(text: string): string {
  if (plain.test(text)) return text;
  const spaced = text.replace(unusualSpaces, escapeAll).replaceAll("\n", "⏎");
  return sanitizeText(spaced, Number.POSITIVE_INFINITY).replace(/`{2,}/g, escapeAll).replace(stackedMarks, escapeAll);
}

function escapeAll(characters: string): string {
  return Array.from(characters, escapeCharacter).join("");
}
