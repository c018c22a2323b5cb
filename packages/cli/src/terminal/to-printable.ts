import { escapeCharacter, showHidden } from "@assay/contract";

/**
 * The second `#` of `##[` (GitHub) and `##vso[` (Azure). Anything printed can end up in the log of a CI service, which
 * interprets these as commands anywhere in a line.
 */
export const logCommand = /(?<=#)#(?=\[|vso\[)/g;

// The second colon of `::name`, which GitHub runs as a command if it starts a line and another `::` follows. When text
// is wrapped, any word or code span can start a line.
const lineCommand = /(?<=(?:^|[\s`]):):(?=\p{L})/gu;

/**
 * Makes a string from outside safe to print on one line. All such strings pass through here before printing. Escapes
 * characters that are invisible, move the cursor, or would turn the text into a command in a log.
 */
export function toPrintable(text: string): string {
  return showHidden(text).replace(logCommand, escapeCharacter).replace(lineCommand, escapeCharacter);
}

/** Makes a string safe to print, and keeps its line breaks. */
export function toPrintableLines(text: string): string {
  return text.split(/\r?\n/).map(toPrintable).join("\n");
}
