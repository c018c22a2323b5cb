import { graphemes, textWidth } from "./text-width.ts";

/** Breaks a text between words into lines of at most `width` columns; a word that is longer is broken anywhere. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/).flatMap((long) => splitWord(long, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The same behind a text that takes `indent` columns: the other lines begin below the first. */
export function hang(lead: string, indent: number, text: string, width: number): readonly string[] {
  return wrap(text, width - indent).map((line, index) => (index === 0 ? lead : " ".repeat(indent)) + line);
}

function splitWord(word: string, width: number): readonly string[] {
  if (textWidth(word) <= width) return [word];
  const found: string[] = [];
  let piece = "";
  let last = "";
  for (const { segment, index } of graphemes(word)) {
    if (piece !== "" && textWidth(piece + segment) > width) {
      // A line that begins with `::name` can be a command in a log: what is before it goes along.
      const kept = /^::\p{L}/u.test(word.slice(index)) && last !== piece ? last : "";
      found.push(piece.slice(0, piece.length - kept.length));
      piece = kept;
    }
    piece += segment;
    last = segment;
  }
  return [...found, piece];
}
