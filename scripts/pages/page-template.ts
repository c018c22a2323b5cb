import { baseStyle, designTokens } from "@assay/contract/page-style";
import { pageIcon } from "../page-icon.ts";

interface Page {
  readonly title: string;
  /** The path of this page, if it is one of `pages`. */
  readonly path?: string;
  readonly pages: readonly { readonly path: string; readonly name: string }[];
  /** The base URL of the service. */
  readonly url: string;
  /** The HTML between the header and the footer. */
  readonly main: string;
  /** Links to the sections of the page, as list items. */
  readonly contents?: string;
}

/** Fills the template of all static pages. A page works without its script, and makes no further requests. */
export function pageTemplate({ title, path: current, pages, url, main, contents }: Page): string {
  const links = [{ path: "", name: "Workbench" }, ...pages].map(
    ({ path, name }) => `<a href="${url}/${path}"${path === current ? ' aria-current="page"' : ""}>${name}</a>`,
  );
  const side = contents ? `<nav class="contents" aria-label="On this page"><ul>\n${contents}\n</ul></nav>\n` : "";
  const source = current === undefined ? "" : `<p><a href="${url}/${current}.md">This page as Markdown</a></p>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.includes("Assay") ? title : `${title} - Assay`}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(pageIcon)}">
<style>${pageStyle}</style>
<script>${themeScript}</script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a class="brand" href="${url}/"><span class="bead"></span><strong>Assay</strong></a><nav aria-label="Pages">${links.join("")}</nav></header>
${side}<main id="main">
${main}</main>
<footer>
${source}</footer>
</body>
</html>
`;
}

const pageStyle = [
  designTokens,
  baseStyle,
  ".skip{position:absolute;left:-99rem}",
  ".skip:focus{left:.5rem;top:.5rem;z-index:1;padding:.3rem .6rem;background:var(--surface)}",
  "[id]{scroll-margin-top:1rem}",
  "h2 a,h3 a{color:inherit;text-decoration:none}",
  "h2 a:hover:after,h3 a:hover:after{content:' #';color:var(--muted)}",
  "h2{padding-top:1rem;border-top:1px solid var(--line)}",
  "h2 a,h3 a{padding:.2rem 0}",
  "h2 code,h3 code{padding:0;background:none;font-size:1em}",
  "pre{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.4rem;background:var(--surface);white-space:pre-wrap}",
  "blockquote{margin:.5rem 0;padding-left:.9rem;border-left:3px solid var(--strong-line)}",
  "td:first-child{white-space:nowrap}",
  "td:last-child{padding-right:0}",
  "footer{margin:0 auto;padding:0 1rem 3rem;max-width:48rem;font-size:.875rem}",
  "footer a{display:inline-block;padding:.2rem 0}",
  ".contents{display:none}",
  // A wide window has room for the contents at the side, which stay while the page scrolls.
  "@media(min-width:68.75rem){body{display:grid;grid-template:'bar bar bar bar' auto '. side main .' 1fr '. side foot .' auto/1fr 15rem minmax(0,48rem) 1fr;column-gap:2.5rem}",
  ".bar{grid-area:bar}main{grid-area:main;width:100%}footer{grid-area:foot;margin:0}",
  ".contents{display:block;grid-area:side;position:sticky;top:0;align-self:start;max-height:100vh;padding:1.5rem 0;overflow:auto;font-size:.875rem}",
  ".contents ul{margin:0;padding:0;list-style:none}.contents li{margin:0;border-left:1px solid var(--line)}",
  ".contents a{display:block;padding:.2rem .75rem;color:var(--muted);text-decoration:none;overflow-wrap:anywhere}",
  ".contents .depth-2 a{color:var(--text);font-weight:600}.contents .depth-3 a{padding-left:1.5rem}",
  ".contents a:hover{color:var(--text);background:var(--shade)}}",
  // On a phone, each table row becomes a block whose last cell is on a separate line.
  "@media(max-width:36rem){thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}",
  "td,td:first-child{display:inline-block;border:0;padding:0 .6rem 0 0;white-space:normal}td:last-child{display:block}",
  ".bar nav{order:1;width:100%;margin-left:0}.bar button{margin-left:auto}}",
  "@media print{:root{color-scheme:light}.bar,.skip,footer{display:none}main{max-width:none;padding:0}h2,h3{break-after:avoid}}",
].join("");

/** Applies the theme that the reader chose here or in the workbench, and adds a button to switch it. */
const themeScript = `
const root = document.documentElement;
const stored = (use) => { try { return use(localStorage) } catch {} };
const chosen = stored((store) => store.getItem("assay-theme"));
if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
addEventListener("DOMContentLoaded", () => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "\\u25d0";
  button.ariaLabel = "Switch between light and dark";
  button.onclick = () => {
    const shown = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = shown === "dark" ? "light" : "dark";
    stored((store) => store.setItem("assay-theme", root.dataset.theme));
  };
  document.querySelector(".bar").append(button);
});
`;
