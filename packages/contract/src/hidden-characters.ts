/** Control, format (bidirectional, tags, zero width), private use, line separators, and everything that renders as nothing. */
export const hiddenCharacters: RegExp = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text whose hidden characters are written out, as `\u{200b}`. */
export function showHidden(text: string): string {
  return text.replace(hiddenCharacters, escapeCharacter);
}

/** A character by its code point. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
