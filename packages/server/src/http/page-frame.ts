import { designTokens } from "./design-tokens.ts";
import { escapeHtml } from "./escape-html.ts";

/** The style of every static page. The Content-Security-Policy allows it by its hash, so the tag contains nothing else. */
export const pageStyle: string = [
  designTokens,
  "*{box-sizing:border-box}",
  "body{margin:0;color:var(--text);background:var(--page);font:1rem/1.55 var(--sans);overflow-wrap:break-word}",
  "a{color:var(--link);text-underline-offset:.2em}",
  ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}",
  ".bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.6rem 1rem;background:var(--surface);border-bottom:1px solid var(--line)}",
  ".brand{display:flex;gap:.45rem;align-items:center;color:inherit;font-size:1.05rem;text-decoration:none}",
  ".bead{width:1.15rem;height:1.15rem;border-radius:50%;background:radial-gradient(circle at 35% 30%,#fbe3a8,#e0a030 45%,#7d4f00);forced-color-adjust:none}",
  ".bar nav{display:flex;flex-wrap:wrap;gap:1rem;margin-left:auto}",
  "main{margin:0 auto;padding:1.25rem 1rem 4rem;max-width:48rem}",
  "h1{margin:.75rem 0;font-size:1.6rem;line-height:1.25}",
  "h2{margin:2.5rem 0 .75rem;font-size:1.2rem}",
  "code,pre{font-family:var(--mono);font-size:.875em}",
  "code{padding:.1em .3em;border-radius:.25rem;background:var(--shade)}",
  // A long answer scrolls in its box, so that the next heading stays in reach.
  "pre{max-height:34rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.4rem;background:var(--surface);overflow:auto;white-space:pre-wrap}",
  "pre code{padding:0;background:none}",
  "table{border-collapse:collapse;width:100%}",
  "th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}",
  "th{font-size:.875em}",
  "td:last-child{padding-right:0}",
  "li{margin:.25rem 0}",
  // On a phone a row is a short block: the title gets a line of its own.
  "@media(max-width:36rem){thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}",
  "td{display:inline-block;border:0;padding:0 .6rem 0 0}td:last-child{display:block}.bar nav{margin-left:0}}",
].join("");

/** The bar of every page, with the ways to the other ones. The workbench has the same. */
export function pageBar(publicUrl: string): string {
  const link = (path: string, text: string) => `<a href="${escapeHtml(publicUrl + path)}">${text}</a>`;
  const brand = `<a class="brand" href="${escapeHtml(publicUrl)}/"><span class="bead"></span><strong>Assay</strong></a>`;
  const links = [link("/docs", "API"), link("/diagnostics", "Diagnostics"), link("/problems", "Problems")];
  return `<header class="bar">${brand}<nav aria-label="Pages">${links.join("")}</nav></header>`;
}
