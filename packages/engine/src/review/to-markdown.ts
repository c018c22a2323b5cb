import type { ReviewLine, ReviewSection, ReviewText } from "./review-text.ts";

/** A review as Markdown; the title of the first section is that of the whole. */
export function toMarkdown(sections: readonly ReviewSection[]): string {
  return sections
    .map(({ title, lines }, index) => `${index === 0 ? "#" : "\n##"} ${title}\n\n${lines.map(toMarkdownLine).join("")}`)
    .join("");
}

/** A line as an item of a list. What is from outside is in a code span, in which Markdown knows no link, tag or heading. */
export function toMarkdownLine({ depth, label, name, value }: ReviewLine): string {
  const parts = [label ?? (name && formatSpan(name)), value && formatSpan(value)].filter((part) => part !== undefined);
  return `${"  ".repeat(depth)}- ${parts.join(": ")}\n`;
}

function formatSpan({ text, note }: ReviewText): string {
  return writeCodeSpan(text) + note;
}

// CommonMark 0.31, section 6.1: a span ends at as many backticks as it begins with; one space at both ends is dropped. A
// text never has two backticks in a row, and there is no empty span: the backticks would open one for what follows.
function writeCodeSpan(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text === "" ? '""' : text}${space}${fence}`;
}
