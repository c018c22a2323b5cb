import { graphemes, textWidth } from "./text-width.ts";

/** Wraps text at spaces into lines of at most `width` columns. A longer word is broken at any character. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/).flatMap((whole) => splitWord(whole, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Wraps text after `lead`, which takes `indent` columns, and indents the following lines to match. */
export function wrapWithLead(lead: string, indent: number, text: string, width: number): readonly string[] {
  return wrap(text, width - indent).map((line, index) => (index === 0 ? lead : " ".repeat(indent)) + line);
}

function splitWord(word: string, width: number): readonly string[] {
  if (textWidth(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  let last = "";
  for (const { segment, index } of graphemes(word)) {
    if (piece !== "" && textWidth(piece + segment) > width) {
      // A line that starts with `::name` can be a command in a log, so the preceding character moves to that line too.
      const moved = /^::\p{L}/u.test(word.slice(index)) && last !== piece ? last : "";
      pieces.push(piece.slice(0, piece.length - moved.length));
      piece = moved;
    }
    piece += segment;
    last = segment;
  }
  return [...pieces, piece];
}
