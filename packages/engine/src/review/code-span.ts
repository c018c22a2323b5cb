import { escapeCharacter, type Json } from "@assay/contract";
import { canonicalJson } from "../json/canonical-json.ts";
import { charactersIn, utf8Length } from "../text/characters.ts";
import { outsideText } from "../text/outside-text.ts";

/** A text and how many bytes it takes. */
export interface Written {
  readonly text: string;
  readonly bytes: number;
}

// Printable ASCII without what Markdown or a table reads inside a span, which most texts are: a character is a byte.
const needsNoCare = /^[ -_a-{}~]*$/;

// The same for a text that begins with a letter no JSON value begins with and ends with something that is seen, and so can
// only be read as a text.
const plainWord = /^[A-Za-eg-mo-su-z](?:[ -_a-{}~]*[!-_a-{}~])?$/;

/** The most bytes of a property's name. */
const longestName = 80;

/** Bytes in which a cut text still shows how it begins. */
export const shortestSpan = 48;

// What a cut text takes besides its beginning: backticks and spaces around it, "…" and " (+196608 characters)".
const besidesText = 36;

/**
 * A text from outside as an inline code span of at most so many bytes: inside one, Markdown knows no link, tag, entity or
 * heading. What is cut off is counted, by its `pieces` if characters are written out already.
 */
export function codeSpan(text: string, maxBytes: number, pieces?: readonly string[]): string {
  // There is no empty span: the backticks would open one for what follows.
  if (text === "") return '`""`';
  if (needsNoCare.test(text)) {
    if (text.length + 2 <= maxBytes) return plainSpan(text);
    const kept = Math.max(0, maxBytes - besidesText);
    if (!pieces) return cutSpan(text.slice(0, kept), text.length - kept);
  }
  // A text has at least as many bytes as code units, so a huge one is not written first.
  const whole = text.length <= maxBytes ? fenced(visible(text)) : undefined;
  if (whole !== undefined && utf8Length(whole) <= maxBytes) return whole;
  const characters = pieces ?? [...text.slice(0, 2 * maxBytes)];
  let kept = 0;
  let bytes = besidesText;
  for (const character of characters) {
    bytes += mostBytes(character);
    if (bytes > maxBytes) break;
    kept += 1;
  }
  const left = (pieces?.length ?? charactersIn(text.toWellFormed())) - kept;
  return cutSpan(visible(characters.slice(0, kept).join("")), left);
}

/** The whole of a value as a code span, and its bytes; without a `span`, it is what the value says between backticks. */
export interface ValueSpan {
  readonly said: string;
  readonly span: string | undefined;
  readonly bytes: number;
}

export function valueSpan(value: Json): ValueSpan {
  if (typeof value === "number" || typeof value === "boolean") return spanAsSaid(`${value}`);
  if (typeof value === "string" && plainWord.test(value)) return spanAsSaid(value);
  const said = textOf(value);
  if (said !== "" && needsNoCare.test(said)) return spanAsSaid(said);
  const span = codeSpan(said, Number.POSITIVE_INFINITY);
  return { said, span, bytes: utf8Length(span) };
}

function spanAsSaid(said: string): ValueSpan {
  return { said, span: undefined, bytes: said.length + 2 };
}

function plainSpan(text: string): string {
  return `\`${text}\``;
}

/** The same for a name, in which every space counts: all but single spaces between words are written out. */
export function nameSpan(name: string, maxBytes: number = longestName): string {
  if (!unusualSpaces.test(name)) return codeSpan(name, maxBytes);
  const pieces = [...name.matchAll(new RegExp(`(${unusualSpaces.source})|.`, "gsu"))].flatMap(([all, unusual]) =>
    unusual === undefined ? [all] : [...unusual].map(writeOut),
  );
  return codeSpan(pieces.join(""), maxBytes, pieces);
}

const unusualSpaces = /[^\S \n]|^ +| +$|(?<= ) +/u;

function cutSpan(beginning: string, left: number): string {
  return `${fenced(`${beginning}…`)} (+${left} ${left === 1 ? "character" : "characters"})`;
}

/** The text that stands for a value: a string as it is unless it reads like another value, everything else as JSON. */
export function textOf(value: Json): string {
  if (typeof value === "number" || typeof value === "boolean") return `${value}`;
  if (typeof value !== "string") return canonicalJson(value);
  return readsAsJson.test(value) ? JSON.stringify(value) : value;
}

// The string "36" is not the number 36, and whitespace at an end would not be seen.
const readsAsJson = /^(?:$|true$|false$|null$|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$|["{[]|\s)|\s$/;

// Marks that stand on each other can cover the lines around them. No language needs more than four.
const stackedMarks = /(?<=\p{M}{4})\p{M}+|^\p{M}+/gu;

function visible(text: string): string {
  const shown = outsideText(text.replaceAll("\n", "⏎"), Number.POSITIVE_INFINITY);
  // A vertical bar would end the cell of a table, and parsers disagree on how to escape it.
  return shown.replace(/\||`{3,}/g, writeOut).replace(stackedMarks, writeOut);
}

function writeOut(characters: string): string {
  return Array.from(characters, escapeCharacter).join("");
}

// Alone, a character takes at least as many bytes as in a text, save for backticks, which are written out in a row.
function mostBytes(character: string): number {
  return utf8Length(character === "`" ? writeOut(character) : visible(character));
}

// CommonMark 0.31, section 6.1: a span ends at as many backticks as it begins with; one space at both ends is dropped.
function fenced(text: string): string {
  const fence = ["``", "`"].find((run) => text.includes(run)) ?? "";
  const space = /^`|`$/.test(text) ? " " : "";
  return `\`${fence}${space}${text}${space}${fence}\``;
}
