import type { ReviewLine, ReviewText } from "./review-text.ts";

/** Writes a line as a list item. Texts from outside are in code spans, where Markdown ignores links, tags and headings. */
export function toMarkdownLine({ depth, label, name, about, value }: ReviewLine): string {
  const what = about === undefined ? "" : ` (${writeCodeSpan(about)})`;
  const term = label ?? (name && formatSpan(name) + what);
  const text = value && formatSpan(value);
  return `${"  ".repeat(depth)}- ${term ?? ""}${term && text ? ": " : ""}${text ?? ""}\n`;
}

function formatSpan({ text, note }: ReviewText): string {
  return writeCodeSpan(text) + note;
}

// CommonMark 0.31, section 6.1: a span ends with as many backticks as it begins with, and one space at both ends is dropped. A
// text never has two backticks in a row. An empty text gets quotes, because two backticks would begin a span.
function writeCodeSpan(text: string): string {
  if (!text.includes("`")) return `\`${text === "" ? '""' : text}\``;
  const space = /^`|`$/.test(text) ? " " : "";
  return `\`\`${space}${text}${space}\`\``;
}
