import type { ReviewLine, ReviewText } from "./review-text.ts";

/** The heading of a section; that of the first one is the title of the whole. */
export function headingMarkdown(title: string, isFirst = false): string {
  return `${isFirst ? "#" : "\n##"} ${title}\n\n`;
}

/** A line as an item of a list. What is from outside is in a code span, in which Markdown knows no link, tag or heading. */
export function lineMarkdown({ depth, label, name, value }: ReviewLine): string {
  const parts = [label ?? (name && span(name)), value && span(value)].filter((part) => part !== undefined);
  return `${"  ".repeat(depth)}- ${parts.join(": ")}\n`;
}

function span({ text, note }: ReviewText): string {
  return fenced(text) + note;
}

// CommonMark 0.31, section 6.1: a span ends at as many backticks as it begins with; one space at both ends is dropped. A
// text never has two backticks in a row, and there is no empty span: the backticks would open one for what follows.
function fenced(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text === "" ? '""' : text}${space}${fence}`;
}
