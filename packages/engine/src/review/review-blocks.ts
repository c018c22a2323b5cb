/** A piece of a line: plain words of the engine, or a value from outside, which the engine writes as a code span. */
export interface Inline {
  readonly kind: "words" | "value";
  readonly text: string;
}

/** A part of the review that the owner of a proposal reads. */
export type ReviewBlock =
  | { readonly kind: "heading"; readonly level: 1 | 2; readonly inlines: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly ReviewItem[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Inline[])[])[] };

/** An item of a list, and the items in it: the members of an object. */
export interface ReviewItem {
  readonly inlines: readonly Inline[];
  readonly items: readonly ReviewItem[];
}

/** Reads the Markdown that `describeProposal` writes: headings, lists, tables and code spans, and nothing else. */
export function reviewBlocks(markdown: string): readonly ReviewBlock[] {
  const blocks: ReviewBlock[] = [];
  for (const lines of markdown.split(/\n{2,}/).map((part) => part.split("\n").filter((line) => line !== ""))) {
    const [first = ""] = lines;
    if (first === "") continue;
    const heading = /^(#{1,2}) (.*)$/.exec(first);
    if (heading) {
      const level = heading[1] === "#" ? 1 : 2;
      blocks.push({ kind: "heading", level, inlines: inlinesOf(heading[2] ?? "") });
    } else if (lines.every((line) => /^ *- /.test(line))) {
      blocks.push({ kind: "list", items: itemsOf(lines) });
    } else if (lines.every((line) => line.startsWith("|"))) {
      const rows = lines.filter((line) => !/^\|[\s|-]*$/.test(line)).map(cellsOf);
      blocks.push({ kind: "table", rows });
    } else {
      blocks.push({ kind: "paragraph", inlines: inlinesOf(lines.join(" ")) });
    }
  }
  return blocks;
}

// Two spaces before an item put it one level deeper, and never more than one below the item before.
function itemsOf(lines: readonly string[]): readonly ReviewItem[] {
  const top: ReviewItem[] = [];
  let levels = [top];
  for (const line of lines) {
    const dash = line.indexOf("-");
    const items: ReviewItem[] = [];
    levels = levels.slice(0, 1 + dash / 2);
    levels.at(-1)?.push({ inlines: inlinesOf(line.slice(dash + 2)), items });
    levels.push(items);
  }
  return top;
}

function cellsOf(line: string): readonly (readonly Inline[])[] {
  // No value contains a bar: `describeProposal` writes it as an escape.
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => inlinesOf(cell.trim()));
}

// A code span ends with as many backticks as it begins with, and may have a space inside each of its ends.
function inlinesOf(line: string): readonly Inline[] {
  const inlines: Inline[] = [];
  let rest = line;
  for (;;) {
    const span = /(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/.exec(rest);
    if (!span) break;
    if (span.index > 0) inlines.push({ kind: "words", text: rest.slice(0, span.index) });
    const [whole, , inside = ""] = span;
    const isPadded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    inlines.push({ kind: "value", text: isPadded ? inside.slice(1, -1) : inside });
    rest = rest.slice(span.index + whole.length);
  }
  if (rest !== "") inlines.push({ kind: "words", text: rest });
  return inlines;
}
