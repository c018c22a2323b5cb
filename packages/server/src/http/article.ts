import { escapeHtml } from "./escape-html.ts";
import { pageBar, pageStyle } from "./page-frame.ts";

/** A short document with headings, lists, tables and listings, independent of its output format. */
export interface Article {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The page above, if there is one. */
  readonly up?: Link;
}

/** In `text`, `items` and cells, backticks mark `code` and asterisks mark *emphasis*, except in `verbatim` text. */
export type Block =
  | { readonly kind: "heading"; readonly text: string }
  /** A paragraph may end with a link. */
  | { readonly kind: "paragraph"; readonly text: string; readonly link?: Link }
  | { readonly kind: "verbatim"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "listing"; readonly text: string; readonly language: "json" | "sh" }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

type Cell = string | Link;

/** A link. */
export interface Link {
  readonly text: string;
  readonly url: string;
}

/** Renders the article as an HTML page that needs no script and no second request. */
export function toHtml({ title, blocks, up }: Article, publicUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
${pageBar(publicUrl)}
<main>
${up ? `<nav aria-label="Up">${htmlCell(up)}</nav>\n` : ""}<h1>${escapeHtml(title)}</h1>
${blocks.map(htmlBlock).join("\n")}
</main>
</body>
</html>
`;
}

/** Renders the article as Markdown. */
export function toMarkdown({ title, blocks, up }: Article): string {
  const above = up ? [`Up: ${markdownCell(up)}`] : [];
  return `${[`# ${markdownText(title)}`, ...blocks.map(markdownBlock), ...above].join("\n\n")}\n`;
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `<p>${htmlText(block.text)}${block.link ? ` ${htmlCell(block.link)}` : ""}</p>`;
    case "verbatim":
      return `<p>${escapeHtml(block.text)}</p>`;
    case "heading":
      return `<h2>${htmlText(block.text)}</h2>`;
    case "list":
      return `<ul>\n${block.items.map((item) => `<li>${htmlText(item)}</li>`).join("\n")}\n</ul>`;
    case "listing":
      // Who scrolls with the keyboard has to reach the box first.
      return `<pre tabindex="0"><code>${escapeHtml(block.text)}</code></pre>`;
    case "table": {
      const row = (cells: readonly string[]) => `<tr>${cells.join("")}</tr>`;
      const head = row(block.head.map((cell) => `<th scope="col">${htmlText(cell)}</th>`));
      const rows = block.rows.map((cells) => row(cells.map((cell) => `<td>${htmlCell(cell)}</td>`)));
      return `<table>\n<thead>${head}</thead>\n<tbody>\n${rows.join("\n")}\n</tbody>\n</table>`;
    }
  }
}

function htmlCell(cell: Cell): string {
  return typeof cell === "string" ? htmlText(cell) : `<a href="${escapeHtml(cell.url)}">${escapeHtml(cell.text)}</a>`;
}

// Escape first, so that only the marks of this function become tags. Every second part is code.
function htmlText(text: string): string {
  return escapeHtml(text)
    .split("`")
    .map((part, i) => (i % 2 === 1 ? `<code>${part}</code>` : part.replace(/\*([^*]+)\*/g, "<em>$1</em>")))
    .join("");
}

function markdownBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `${markdownText(block.text)}${block.link ? ` ${markdownLink(block.link)}` : ""}`;
    case "verbatim":
      return block.text.replace(/[<>[\]&\\_`*]/g, "\\$&");
    case "heading":
      return `## ${markdownText(block.text)}`;
    case "list":
      return block.items.map((item) => `- ${markdownText(item)}`).join("\n");
    case "listing":
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    case "table": {
      const row = (cells: readonly Cell[]) => `| ${cells.map(markdownCell).join(" | ")} |`;
      return [row(block.head), row(block.head.map(() => "---")), ...block.rows.map(row)].join("\n");
    }
  }
}

function markdownCell(cell: Cell): string {
  const text = typeof cell === "string" ? markdownText(cell) : markdownLink(cell);
  return text.replaceAll("|", "\\|");
}

function markdownLink({ text, url }: Link): string {
  return `[${markdownText(text)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

// Outside of code, escape what Markdown would read as a tag, a link or an entity.
function markdownText(text: string): string {
  return text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[<>[\]&\\_]/g, "\\$&")))
    .join("`");
}
