import { hiddenCharacters, limits, showHidden } from "@assay/contract";

// In ASCII that is quick to see, and most texts are.
const visible = /^[ -~]*$/;

/**
 * The one way for a text from outside (a value, a member name, an id, a spec package's words) into an answer:
 * cut, and without characters that a reader cannot see. The answer may reach a language model.
 */
export function sanitizeText(text: string, maxCodePoints: number = limits.outsideText): string {
  return escapeHidden(truncate(text, maxCodePoints));
}

/**
 * The same, in double quotes, for use inside a sentence. Default of `maxCodePoints`: the limit of every answer.
 *
 * @example
 * const message = `Unknown option: ${quoted(name)}`;
 */
export function quote(text: string, maxCodePoints: number = limits.outsideText): string {
  return `"${escapeHidden(truncate(text, maxCodePoints).replace(/["\\]/g, "\\$&"))}"`;
}

/** The same in single quotes, for a value in a text that is quoted itself. */
export function quoteSingle(text: string): string {
  return `'${escapeHidden(truncate(text, limits.outsideText).replace(/['\\]/g, "\\$&"))}'`;
}

/** Whether `sanitizeText` would leave the text as it is. */
export function isPlain(text: string): boolean {
  return sanitizeText(text) === text;
}

/** The first character of a text, tabs and line ends aside, that a reader cannot see. */
export function findHidden(text: string): string | undefined {
  return text.replace(/[\t\n\r]/g, "").match(hiddenCharacters)?.[0];
}

function truncate(text: string, maxCodePoints: number): string {
  if (text.length <= maxCodePoints) return text;
  // Never more than two code units per code point: a huge text is not walked to its end.
  const head = [...text.slice(0, maxCodePoints * 2 + 1)];
  return head.length <= maxCodePoints ? text : `${head.slice(0, maxCodePoints).join("")}…`;
}

function escapeHidden(text: string): string {
  return visible.test(text) ? text : showHidden(text);
}
