import { escapeCharacter, showHidden } from "@assay/contract";

/**
 * The sign that makes a text a command in the log of a CI service: the second `#` of `##[` (GitHub) and `##vso[` (Azure), which
 * are commands anywhere in a line. What is printed may be in such a log.
 */
export const logCommand = /(?<=#)#(?=\[|vso\[)/g;

// The second colon of `::name`, which with any `::` behind it is a command of GitHub at the begin of a line; where words or
// code spans begin, lines can begin.
const lineCommand = /(?<=(?:^|[\s`]):):(?=\p{L})/gu;

/**
 * The one way for a text from outside onto the terminal, on one line: characters that a reader cannot see, that move the
 * cursor, or that would make a command of the text in a log are written out.
 */
export function toPrintable(text: string): string {
  return showHidden(text).replace(logCommand, escapeCharacter).replace(lineCommand, escapeCharacter);
}

/** The same for a text of several lines. */
export function toPrintableLines(text: string): string {
  return text.split(/\r?\n/).map(toPrintable).join("\n");
}
