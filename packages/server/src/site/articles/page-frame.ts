import { hash } from "node:crypto";
import { designTokens } from "./design-tokens.ts";

/** The style of every static page. The Content-Security-Policy allows it by its hash, so the tag contains nothing else. */
export const pageStyle: string = [
  designTokens,
  "*{box-sizing:border-box}",
  "body{margin:0;color:var(--text);background:var(--page);font:1rem/1.55 var(--sans);overflow-wrap:break-word}",
  "a{color:var(--link);text-underline-offset:.2em}",
  ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}",
  ".skip{position:absolute;left:-99rem}",
  ".skip:focus{left:.5rem;top:.5rem;z-index:1;padding:.3rem .6rem;background:var(--surface)}",
  ".bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.6rem 1rem;background:var(--surface);border-bottom:1px solid var(--line)}",
  ".brand{display:flex;gap:.45rem;align-items:center;color:inherit;font-size:1.05rem;text-decoration:none}",
  ".bead{width:1.15rem;height:1.15rem;border-radius:50%;background:radial-gradient(circle at 35% 30%,#fbe3a8,#e0a030 45%,#7d4f00);forced-color-adjust:none}",
  ".bar nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-left:auto}",
  "main{margin:0 auto;padding:1.25rem 1rem 4rem;max-width:48rem;min-width:0}",
  "h1{margin:.75rem 0;font-size:1.6rem;line-height:1.25}",
  "h2{margin:2.5rem 0 .75rem;font-size:1.2rem}",
  "h3{margin:1.75rem 0 .5rem;font-size:1rem}",
  // An operation is a part of its own, and its name stands out.
  "h2:has(.method){margin-top:3.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}",
  "h2:has(.method)+p{font-size:1.1rem}",
  "[id]{scroll-margin-top:1rem}",
  "details>[id]{scroll-margin-top:4rem}",
  "h2 a,h3 a{color:inherit;text-decoration:none}",
  "h2 a:hover,h3 a:hover{text-decoration:underline}",
  "h2 code,h3 code{padding:0;background:none;font-size:1.1em}",
  "code,pre,.members i{font-family:var(--mono);font-size:.875em}",
  "code{padding:.1em .3em;border-radius:.25rem;background:var(--shade)}",
  // A long answer scrolls in its box, so that the next heading stays in reach.
  "pre{max-height:34rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.4rem;background:var(--surface);overflow:auto;white-space:pre-wrap}",
  // A command is for copying: its end has to be in sight.
  ".command{max-height:none}",
  "pre code{padding:0;background:none}",
  "table{border-collapse:collapse;width:100%}",
  "th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}",
  "th{font-size:.875em}",
  "td:first-child{white-space:nowrap}",
  "td:last-child{padding-right:0}",
  "li{margin:.25rem 0}",
  ".steps li{margin:.6rem 0}",
  ".links{columns:14rem;padding:0;list-style:none;font:.875em/1.9 var(--mono)}",
  ".links li{margin:0}",
  ".above,summary,.members p,.members i{color:var(--muted)}",
  ".besides{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}",
  ".besides a[rel=next]{margin-left:auto;text-align:right}",
  ".besides small{display:inline-block;width:100%;color:var(--muted)}",
  // A long page has its contents beside it.
  ".columns{display:grid;grid-template-columns:14rem minmax(0,48rem);gap:2rem;justify-content:center}",
  ".columns main{margin:0}",
  ".contents{padding:2rem 0 0 1rem;font-size:.9375rem}",
  ".contents ul{position:sticky;top:1rem;margin:0;padding:0;list-style:none}",
  ".contents li{display:flex;gap:.5rem;align-items:baseline;margin:.6rem 0}",
  ".contents a{color:inherit;text-decoration-color:var(--strong-line)}",
  ".method{padding:.1em .45em;border:1px solid;border-radius:.3rem;color:var(--valid);font:bold .72rem var(--mono);vertical-align:.15em}",
  ".get{color:var(--json-name)}",
  ".members{margin:.75rem 0;padding:0 0 0 .9rem;border-left:2px solid var(--line);list-style:none}",
  ".members li{margin:.75rem 0}",
  ".members li>code:first-child{padding:0;background:none;font-weight:600}",
  ".members i{font-style:normal}",
  ".members b{color:var(--warning);font-size:.875em;font-weight:normal}",
  ".members p{margin:.1rem 0;font-size:.95em}",
  "details{margin:.5rem 0}",
  "summary{width:fit-content;cursor:pointer;font-size:.925em}",
  "summary:hover{color:var(--text)}",
  ".answer{padding:.6rem .9rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface)}",
  ".answer>summary{width:auto;color:var(--text)}",
  ".answer .links{columns:auto;margin:0}",
  ".answer pre{background:var(--page)}",
  ".good{color:var(--valid)}",
  ".bad{color:var(--error)}",
  "@media(max-width:56rem){.columns{display:block}.contents{padding:1rem 1rem 0}.contents ul{position:static}}",
  // On a phone a row is a short block: the title gets a line of its own.
  "@media(max-width:36rem){thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}",
  "td{display:inline-block;border:0;padding:0 .6rem 0 0}td:last-child{display:block}.bar nav{margin-left:0}}",
  // On paper everything is unfolded, and nothing is left that can only be clicked.
  "@media print{:root{color-scheme:light}.bar,.contents,.besides,.skip{display:none}.columns{display:block}main{max-width:none;padding:0}",
  "::details-content{content-visibility:visible}summary{list-style:none}pre{max-height:none}h2,h3,summary{break-after:avoid}.answer{border:0;padding:0}}",
].join("");

/** The bar of every page, with the ways to the other ones. The workbench has the same. */
export function pageBar(publicUrl: string): string {
  const link = (path: string, text: string) => `<a href="${escapeHtml(publicUrl + path)}">${text}</a>`;
  const brand = `<a class="brand" href="${escapeHtml(publicUrl)}/"><span class="bead"></span><strong>Assay</strong></a>`;
  const links = [
    link("/docs", "Docs"),
    link("/docs/api", "API"),
    link("/diagnostics", "Diagnostics"),
    link("/problems", "Problems"),
    link("/spec-problems", "Spec problems"),
  ];
  return `<header class="bar">${brand}<nav aria-label="Pages">${links.join("")}</nav></header>`;
}

/** The hash of the style, for `style-src` of the Content-Security-Policy. */
export const styleHash: string = `sha256-${hash("sha256", pageStyle, "base64")}`;

/** The headers of every page: it loads nothing, runs nothing, and cannot be framed. Its icon is in the page itself. */
export const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src '${styleHash}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
} as const;

/** Writes a text so that HTML shows it as it is, between tags and in attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

/** The same, only between tags: quotes stay, which keeps long listings of JSON small. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
