// What voters read: the review that the owner has read, as a page.
import { type Inline, type ReviewBlock, type ReviewItem, reviewBlocks } from "@assay/engine/review-blocks";

const style = `:root{color-scheme:light dark}body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui}
td{padding:.2rem 1rem .2rem 0;vertical-align:top}code{overflow-wrap:anywhere;white-space:pre-wrap}`;

/** Writes a review as HTML. What is in it is escaped: the text of an author is only text. */
export function ballotPage(review: string): string {
  const head = `<meta charset="utf-8"><title>Ballot</title><style>${style}</style>`;
  return `<!doctype html>\n<html lang="en">${head}\n${reviewBlocks(review).map(blockOf).join("\n")}\n</html>\n`;
}

function blockOf(block: ReviewBlock): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level}>${textOf(block.inlines)}</h${block.level}>`;
    case "paragraph":
      return `<p>${textOf(block.inlines)}</p>`;
    case "list":
      return listOf(block.items);
    case "table": {
      const rows = block.rows.map((cells) => `<tr>${cells.map((cell) => `<td>${textOf(cell)}</td>`).join("")}</tr>`);
      return `<table>${rows.join("\n")}</table>`;
    }
  }
}

function listOf(items: readonly ReviewItem[]): string {
  const lines = items.map((item) => `<li>${textOf(item.inlines)}${listOf(item.items)}</li>`);
  return lines.length > 0 ? `<ul>${lines.join("\n")}</ul>` : "";
}

function textOf(inlines: readonly Inline[]): string {
  return inlines.map(({ kind, text }) => (kind === "value" ? `<code>${escaped(text)}</code>` : escaped(text))).join("");
}

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" } as const;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character as keyof typeof entities]);
}
