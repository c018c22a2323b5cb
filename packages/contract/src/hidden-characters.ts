/** Control, format (bidirectional, tag, zero-width), private-use, unassigned, blank and all other invisible characters. */
export const hiddenCharacters: RegExp = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/** Replaces the hidden characters of a text with escapes, such as `\u{200b}`. */
export function showHidden(text: string): string {
  return text.replace(hiddenCharacters, escapeCharacter);
}

/** Formats a character as an escape with its code point. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
