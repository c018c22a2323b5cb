/** A text from outside, for a terminal or a log: in one line, without characters that a reader cannot see, and not endless. */
export function plainText(text: string): string {
  const plain = text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "\uFFFD");
  const characters = [...plain.slice(0, 4_000)];
  return characters.length > 1_000 ? `${characters.slice(0, 1_000).join("")}…` : plain;
}
