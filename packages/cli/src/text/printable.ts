// Control, format (bidirectional, tags, zero width), private use, line separators, and everything that renders as nothing.
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The one way for a text from outside onto the terminal, on one line: characters that a reader cannot see, or that move the
 * cursor, are written out.
 */
export function printable(text: string): string {
  return text.replace(hidden, escaped);
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join("\n");
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
