import { type Article, type Block, belowMember, type Cell, type Contents, type Link, type Member } from "./article.ts";
import { escapeHtml, escapeText, type PagePlace, pageBar, pageStyle } from "./page-frame.ts";
import { pageIconLink } from "./page-icon.ts";
import { pageScript } from "./page-script.ts";

/** Renders the article as an HTML page that is complete without its script and needs no second request. */
export function toHtml(article: Article, place: PagePlace): string {
  const { title, blocks, above = [], contents } = article;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title.replaceAll("`", ""))}</title>
${pageIconLink}
<style>${pageStyle}</style>
<script>${pageScript}</script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${pageBar(place)}
<main id="main">
${above.length > 0 ? `<nav class="above" aria-label="Breadcrumbs">${above.map(htmlCell).join(" › ")}</nav>\n` : ""}<h1>${htmlText(title)}</h1>
${contents ? `${contentsOf(contents)}\n` : ""}${blocks.map(htmlBlock).join("\n")}
${besides(article)}</main>
</body>
</html>
`;
}

function contentsOf(contents: readonly Contents[]): string {
  const items = contents.map(
    ({ text, url, method }) => `<li>${methodTag(method)}<a href="${escapeHtml(url)}">${htmlText(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page">\n<ul>\n${items.join("\n")}\n</ul>\n</nav>`;
}

// The pages before and after.
function besides({ previous, next }: Article): string {
  const way = (link: Link | undefined, rel: string, label: string) =>
    link ? `<a rel="${rel}" href="${escapeHtml(link.url)}"><small>${label}</small>${escapeHtml(link.text)}</a>` : "";
  if (!previous && !next) return "";
  return `<nav class="besides" aria-label="Previous and next page">${way(previous, "prev", "Previous")}${way(next, "next", "Next")}</nav>\n`;
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `<p>${htmlText(block.text)}${block.link ? ` ${htmlCell(block.link)}` : ""}</p>`;
    case "verbatim":
      return `<p>${escapeHtml(block.text)}</p>`;
    case "heading": {
      const { text, level = 2, id, method } = block;
      const content = `${methodTag(method)}${htmlText(text)}`;
      if (id === undefined) return `<h${level}>${content}</h${level}>`;
      return `<h${level} id="${escapeHtml(id)}"><a href="#${escapeHtml(id)}">${content}</a></h${level}>`;
    }
    case "list":
      return `<ul>\n${block.items.map((item) => `<li>${htmlText(item)}</li>`).join("\n")}\n</ul>`;
    case "steps": {
      const items = block.items.map(
        ({ title, text, link }) =>
          `<li><strong>${htmlText(title)}</strong> ${htmlText(text)}${link ? ` ${htmlCell(link)}` : ""}</li>`,
      );
      return `<ol class="steps">\n${items.join("\n")}\n</ol>`;
    }
    case "links":
      return `<ul class="links">\n${block.items.map((link) => `<li>${htmlCell(link)}</li>`).join("\n")}\n</ul>`;
    case "listing":
      // Who scrolls with the keyboard has to reach the box first.
      return `<div class="listing"><pre tabindex="0"${block.language === "sh" ? ' class="command"' : ""}><code>${escapeText(block.text)}</code></pre></div>`;
    case "beside": {
      const half = (content: readonly Block[]) => `<div>\n${content.map(htmlBlock).join("\n")}\n</div>`;
      return `<div class="beside">\n${half(block.said)}\n${half(block.shown)}\n</div>`;
    }
    case "table": {
      const row = (cells: readonly string[]) => `<tr>${cells.join("")}</tr>`;
      const head = row(block.head.map((cell) => `<th scope="col">${htmlText(cell)}</th>`));
      const rows = block.rows.map((cells) => row(cells.map((cell) => `<td>${htmlCell(cell)}</td>`)));
      return `<table>\n<thead>${head}</thead>\n<tbody>\n${rows.join("\n")}\n</tbody>\n</table>`;
    }
    case "members":
      return htmlMembers(block.members, block.whenRequired);
    case "fold": {
      const { summary, status, id, open, blocks } = block;
      const attributes = `${status === undefined ? "" : ' class="answer"'}${open ? " open" : ""}`;
      const content = blocks.map(htmlBlock).join("\n");
      // A link to what is inside opens a folded part; a link to the part itself would not.
      const inside = id === undefined ? content : `<div id="${escapeHtml(id)}">\n${content}\n</div>`;
      return `<details${attributes}><summary>${statusTag(status)}${htmlText(summary)}</summary>\n${inside}\n</details>`;
    }
  }
}

function htmlMembers(members: readonly Member[], whenRequired: string): string {
  const items = members.map((member) => {
    const { name, type, isRequired, text } = member;
    const required = isRequired ? ` <b>${whenRequired}</b>` : "";
    const about = text === "" ? "" : `<p>${htmlText(text)}</p>`;
    const below =
      member.members.length === 0
        ? ""
        : `<details><summary>${htmlText(belowMember(member))}</summary>${htmlMembers(member.members, whenRequired)}</details>`;
    return `<li><code>${escapeHtml(name)}</code> <i>${escapeHtml(type)}</i>${required}${about}${below}</li>`;
  });
  return `<ul class="members">\n${items.join("\n")}\n</ul>`;
}

function methodTag(method: string | undefined): string {
  return method === undefined ? "" : `<span class="method ${method.toLowerCase()}">${method}</span> `;
}

function statusTag(status: string | undefined): string {
  if (status === undefined) return "";
  return `<strong class="${/^[23]/.test(status) ? "good" : "bad"}">${status}</strong> `;
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
