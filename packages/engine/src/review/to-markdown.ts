import type { ReviewLine, ReviewSection, ReviewText } from "./review-text.ts";

/** Writes a review as Markdown. The title of the first section is the title of the whole review. */
export function toMarkdown(sections: readonly ReviewSection[]): string {
  return sections
    .map(({ title, lines }, index) => `${index === 0 ? "#" : "\n##"} ${title}\n\n${lines.map(toMarkdownLine).join("")}`)
    .join("");
}

/** Writes a line as a list item. Texts from outside are in code spans, where Markdown ignores links, tags and headings. */
export function toMarkdownLine({ depth, label, name, value }: ReviewLine): string {
  const parts = [label ?? (name && formatSpan(name)), value && formatSpan(value)].filter((part) => part !== undefined);
  return `${"  ".repeat(depth)}- ${parts.join(": ")}\n`;
}

function formatSpan({ text, note }: ReviewText): string {
  return writeCodeSpan(text) + note;
}

// CommonMark 0.31, section 6.1: a span ends with as many backticks as it begins with, and one space at both ends is dropped. A
// text never has two backticks in a row. An empty text gets quotes, because two backticks would begin a span.
function writeCodeSpan(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text === "" ? '""' : text}${space}${fence}`;
}
