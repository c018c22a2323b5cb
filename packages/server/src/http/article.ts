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

/** The style of every page. The Content-Security-Policy allows it by its hash, so the tag contains nothing else. */
export const style: string = [
  // Translucent grays fit a light and a dark page.
  ":root{color-scheme:light dark;--line:#8886;--shade:#8881}",
  "body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:46rem;font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}",
  "h1{margin:.75rem 0;font-size:1.6rem;line-height:1.25}",
  "h2{margin:2.5rem 0 .75rem;font-size:1.2rem}",
  "code,pre{font-family:ui-monospace,monospace;font-size:.875em}",
  "code{padding:.1em .3em;border-radius:.25rem;background:var(--shade)}",
  // A long answer scrolls in its box, so that the next heading stays in reach.
  "pre{max-height:34rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.4rem;background:var(--shade);overflow:auto;white-space:pre-wrap}",
  "pre code{padding:0;background:none}",
  "table{border-collapse:collapse;width:100%}",
  "th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}",
  "th{font-size:.875em}",
  "td:last-child{padding-right:0}",
  "li{margin:.25rem 0}",
  // On a phone a row is a short block: the title gets a line of its own.
  "@media(max-width:36rem){thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}",
  "td{display:inline-block;border:0;padding:0 .6rem 0 0}td:last-child{display:block}}",
].join("");

/** Renders the article as an HTML page that needs no script and no second request. */
export function toHtml({ title, blocks, up }: Article): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${up ? `<nav>${htmlCell(up)}</nav>\n` : ""}<main>
<h1>${escapeHtml(title)}</h1>
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

function escapeHtml(text: string): string {
  const entities: { readonly [character: string]: string } = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
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
