import type { Json } from "@assay/contract";

/**
 * Parses a string as a boolean, or as a number written exactly as JSON.stringify writes it. A number with exactly three
 * digits after the point is not parsed, because the point might separate thousands.
 */
export function parseScalarText(text: string): number | boolean | undefined {
  const word = text.trim();
  if (/^(?:true|false)$/i.test(word)) return word.toLowerCase() === "true";
  // Nearly all texts begin with something else.
  if (!/^-?\d/.test(word) || word.length > maxCharacters || /^-?\d+\.\d{3}$/.test(word)) return undefined;
  const value = Number(word);
  return String(value) === word ? value : undefined;
}

// JSON.stringify writes every number with fewer characters than this.
const maxCharacters = 32;

/**
 * Classifies a string that was written instead of a number. The author can convert "measured" (a number with a unit)
 * and "other" (another notation), but not "open", which is unclear: an amount of money, two numbers, or `1,204`.
 */
export function classifyNumberText(text: string): "measured" | "other" | "open" | undefined {
  // Trimmed first: two parts of a pattern that both match leading blanks would take quadratic time.
  const word = text.trim();
  if (!/\d/.test(word)) return undefined;
  if (/\p{Sc}/u.test(word) || /\d\s*(?:-|–|to|\/)\s*\d/i.test(word) || /^-?\d+[.,]\d{3}$/.test(word)) return "open";
  return /^-?[\d.,\s]*\d\s*[%\p{L}µ°].*$/u.test(word) ? "measured" : "other";
}

const placeholderWord = /^(?:null|none|nil|undefined|empty|nothing|unknown|n[/.]?a\.?|tb[acd]|todo|-+|\?+)?$/i;

/** Whether a value is a string without content: blank, or a word such as "TBD" that stands in for a missing value. */
export function isPlaceholder(value: Json | undefined): boolean {
  return typeof value === "string" && placeholderWord.test(value.trim());
}
