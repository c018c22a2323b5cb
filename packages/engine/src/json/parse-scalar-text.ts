import type { Json } from "@assay/contract";
import { readJson } from "./read-json.ts";

/**
 * The number that a text spells out exactly as JSON writes it, or the boolean. One point with three digits after it has two
 * readings, and is neither.
 */
export function parseScalarText(text: string): number | boolean | undefined {
  const word = text.trim();
  if (/^(?:true|false)$/i.test(word)) return word.toLowerCase() === "true";
  if (!/^-?\d/.test(word) || word.length > maxCharacters || /^-?\d+\.\d{3}$/.test(word)) return undefined;
  const read = readJson(new TextEncoder().encode(word));
  return read.kind === "ok" && typeof read.value === "number" && String(read.value) === word ? read.value : undefined;
}

// No number that JSON writes is longer.
const maxCharacters = 32;

/**
 * What a text is in place of a number: one with a unit or written in another way, which converting it settles; or something
 * of which nobody knows which number it is, such as an amount of money, two numbers, or `1,204`.
 */
export function classifyNumberText(text: string): "measured" | "other" | "open" | undefined {
  if (!/\d/.test(text)) return undefined;
  if (/\p{Sc}/u.test(text) || /\d\s*(?:-|–|to|\/)\s*\d/i.test(text) || /^\s*-?\d+[.,]\d{3}\s*$/.test(text))
    return "open";
  return /^\s*-?[\d.,\s]*\d\s*[%\p{L}µ°].*$/u.test(text) ? "measured" : "other";
}

const placeholderWord = /^(?:null|none|nil|undefined|empty|nothing|unknown|n[/.]?a\.?|tb[acd]|todo|-+|\?+)?$/i;

/** Whether a value is a string that says nothing: blank, or a word that is written where there is no value yet. */
export function isPlaceholder(value: Json | undefined): boolean {
  return typeof value === "string" && placeholderWord.test(value.trim());
}
