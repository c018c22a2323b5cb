// Builds the pages of the service from the Markdown in docs: `node --conditions=assay-source scripts/build-pages.ts [folder]`.
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Marked } from "marked";
import { escapeMarkdown } from "./pages/escape-markdown.ts";
import { pageTemplate } from "./pages/page-template.ts";

/** The served pages: their paths, their source files, and the text of links to them. */
export const servedPages = [
  { path: "docs", source: "docs/start.md", name: "Docs" },
  { path: "docs/api", source: "docs/reference/api.md", name: "API" },
  { path: "docs/codes", source: "docs/reference/codes.md", name: "Codes" },
  { path: "docs/agents", source: "docs/guides/agents.md", name: "Agents" },
  { path: "docs/python", source: "docs/guides/python.md", name: "Python" },
  { path: "docs/limits", source: "docs/reference/limits.md", name: "Limits" },
] as const;

const root = join(import.meta.dirname, "..");
const url = "https://assay.example";

/** The example values in docs, and the placeholders that replace them. Each service fills in its own values. */
const placeholders = {
  "https://id.example/keys": "%KEY_URL%",
  "https://id.example/oauth": "%AUTHORIZATION_SERVER%",
  [url]: "%PUBLIC_URL%",
  "<service>": "%SERVICE_NAME%",
  "propose-with-assay": "propose-with-%SERVICE_NAME%",
};

/** Writes every page as HTML and as Markdown, `llms.txt`, the skills, and the template of problem pages. */
export function buildPages(folder: string = join(root, "packages/server/pages")): void {
  for (const [name, text] of renderPages()) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    // Renamed when complete, because a running service might be reading the folder.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
}

/** Returns the text of every page by its file name. Throws if a page links to a page that is not served. */
export function renderPages(): ReadonlyMap<string, string> {
  const pages = servedPages.flatMap(({ path, source }) => {
    const markdown = rewriteLinks(readFileSync(join(root, source), "utf8"), source);
    const [, title = ""] = /^# (.*)$/m.exec(markdown) ?? [];
    return [
      [`${path}.md`, markdown],
      [`${path}.html`, pageTemplate({ title, path, pages: servedPages, url, ...toHtml(markdown) })],
    ] as const;
  });
  const problem = pageTemplate({ title: "%TITLE%", pages: servedPages, url, main: problemMain });
  const llms = readFileSync(join(root, "docs/llms.txt"), "utf8");
  const skills = globSync("skills/*/SKILL.md", { cwd: root }).map(
    (file) => [`.well-known/agent-${file}`, readFileSync(join(root, file), "utf8")] as const,
  );
  const all = [...pages, ["problem.html", problem], ["llms.txt", llms], ...skills] as const;
  return new Map(all.map((file) => [insertPlaceholders(file[0]), insertPlaceholders(file[1])]));
}

/** Returns the anchor of a heading, as sites that render Markdown generate it. */
export function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

const problemMain = `<h1>%TITLE% (%STATUS%)</h1>
<p>%DETAIL%</p>
<p>What it means and what to do: <a href="%TYPE%">%CODE%</a>. What this service does: <a href="${url}/docs">Docs</a>.</p>
<p>Request id, for questions to the operator: <code>%REQUEST_ID%</code></p>
`;

// Turns links between Markdown files into links between the pages that are served from them.
function rewriteLinks(markdown: string, source: string): string {
  return markdown.replace(/\]\((?!https?:|#)([^)#\s]+)(#[^)\s]+)?\)/g, (link, file: string, heading = "") => {
    const target = posix.join(posix.dirname(source), file);
    const page = servedPages.find((served) => served.source === target);
    if (page === undefined) throw new Error(`${source} is served, but links to ${target}, which is not: ${link}`);
    return `](${url}/${page.path}.md${heading})`;
  });
}

/** Converts a page to HTML, and lists the links to its sections. */
function toHtml(markdown: string): { readonly main: string; readonly contents: string } {
  const used = new Map<string, number>();
  const links: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const name = toSlug(text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
        const times = used.get(name) ?? 0;
        used.set(name, times + 1);
        const id = times === 0 ? name : `${name}-${times}`;
        const content = this.parser.parseInline(tokens);
        if (depth > 1) links.push(`<li class="depth-${depth}"><a href="#${id}">${content}</a></li>`);
        return depth === 1
          ? `<h1>${content}</h1>\n`
          : `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>\n`;
      },
      code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
      link({ href, tokens }) {
        const page = href.replace(/^(https:\/\/assay\.example\/docs(?:\/\w+)?)\.md(?=#|$)/, "$1");
        return `<a href="${escapeHtml(page)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return { main: marked.parse(markdown, { async: false }), contents: links.join("\n") };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function insertPlaceholders(text: string): string {
  let filled = text;
  for (const [example, placeholder] of Object.entries(placeholders))
    for (const form of [example, escapeHtml(example), escapeMarkdown(example)])
      filled = filled.replaceAll(form, placeholder);
  return filled;
}

if (import.meta.main) buildPages(process.argv[2]);
