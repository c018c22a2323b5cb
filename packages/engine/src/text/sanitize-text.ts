import { hiddenCharacters, limits, showHidden } from "@assay/contract";

// Most text is printable ASCII, which needs no escaping.
const visible = /^[ -~]*$/;

/**
 * Truncates text from outside (a value, a member name, an id, wording from a spec package) and escapes its invisible
 * characters. All such text in an answer goes through here, because the answer might reach a language model.
 */
export function sanitizeText(text: string, maxCodePoints: number = limits.outsideText): string {
  return escapeHidden(truncate(text, maxCodePoints));
}

/**
 * Sanitizes text and puts it in double quotes, for use inside a sentence.
 *
 * @example
 * const message = `Unknown option: ${quote(name)}`;
 */
export function quote(text: string, maxCodePoints: number = limits.outsideText): string {
  return `"${escapeHidden(truncate(text, maxCodePoints).replace(/["\\]/g, "\\$&"))}"`;
}

/** Sanitizes text and puts it in single quotes, for a value inside quoted text. */
export function quoteSingle(text: string): string {
  return `'${escapeHidden(truncate(text, limits.outsideText).replace(/['\\]/g, "\\$&"))}'`;
}

/** Whether `sanitizeText` would leave the text unchanged. */
export function isPlain(text: string): boolean {
  return sanitizeText(text) === text;
}

/** Finds the first invisible character in a string, other than a tab or line ending. */
export function findHidden(text: string): string | undefined {
  return text.replace(/[\t\n\r]/g, "").match(hiddenCharacters)?.[0];
}

function truncate(text: string, maxCodePoints: number): string {
  if (text.length <= maxCodePoints) return text;
  // A code point has at most two code units, so a huge string is not read to its end.
  const head = [...text.slice(0, maxCodePoints * 2 + 1)];
  return head.length <= maxCodePoints ? text : `${head.slice(0, maxCodePoints).join("")}…`;
}

function escapeHidden(text: string): string {
  return visible.test(text) ? text : showHidden(text);
}
