import { hash } from "node:crypto";
import { baseStyle, designTokens } from "@assay/contract/page-style";
import { scriptHash } from "./page-script.ts";

/** The style of every static page. The Content-Security-Policy allows it by its hash, so the tag contains nothing else. */
export const pageStyle: string = [
  designTokens,
  baseStyle,
  ".skip{position:absolute;left:-99rem}",
  ".skip:focus{left:.5rem;top:.5rem;z-index:1;padding:.3rem .6rem;background:var(--surface)}",
  ".listing{position:relative}",
  ".listing button{position:absolute;top:.4rem;right:.4rem;font-size:.8rem}",
  ".listing:has(button) pre{padding-right:4.5rem}",
  // An operation is a part of its own, and its name stands out.
  "h2:has(.method){margin-top:3.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}",
  "h2:has(.method)+p{font-size:1.1rem}",
  "[id]{scroll-margin-top:1rem}",
  "details>[id]{scroll-margin-top:4rem}",
  "h2 a,h3 a{color:inherit;text-decoration:none}",
  "h2 a:hover:after,h3 a:hover:after{content:' #';color:var(--muted)}",
  "h2 code,h3 code{padding:0;background:none;font-size:1.1em}",
  // A long answer scrolls in its box, so that the next heading stays in reach.
  "pre{max-height:34rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.4rem;background:var(--surface);overflow:auto;white-space:pre-wrap}",
  // A command is for copying: its end has to be in sight.
  ".command{max-height:none}",
  "td:first-child{white-space:nowrap}",
  "td:last-child{padding-right:0}",
  ".steps li{margin:.6rem 0}",
  ".links{columns:14rem;padding:0;list-style:none;font:.875em/1.9 var(--mono)}",
  ".links li{margin:0}",
  ".above,summary,.members p,.members i{color:var(--muted)}",
  ".besides{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}",
  ".besides a[rel=next]{margin-left:auto;text-align:right}",
  ".besides small{display:inline-block;width:100%;color:var(--muted)}",
  // A long page has its contents beside it.
  ".contents{font-size:.9375rem}",
  ".contents ul{margin:0;padding:0;list-style:none}",
  "@media(min-width:56rem){main:has(.contents){max-width:65rem;padding-left:17rem}.contents{position:sticky;top:1rem;float:left;width:14rem;margin-left:-16rem}}",
  // What is said, and beside it how it is called.
  "@media(min-width:68.75rem){main:has(.beside){max-width:90rem}.beside{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:2rem;align-items:start}.beside>*>:first-child{margin-top:0}.beside pre{max-height:28rem}main:has(.beside)>p,main:has(.beside)>ul,main:has(.beside)>ol{max-width:48rem}}",
  ".contents li{display:flex;gap:.5rem;align-items:baseline;margin:.6rem 0}",
  ".contents a{color:inherit;text-decoration-color:var(--strong-line)}",
  ".method{padding:.1em .45em;border:1px solid;border-radius:.3rem;color:var(--valid);font:bold .72rem var(--mono);vertical-align:.15em}",
  ".get{color:var(--json-name)}",
  ".members{margin:.75rem 0;padding:0 0 0 .9rem;border-left:2px solid var(--line);list-style:none}",
  ".members li{margin:.75rem 0}",
  ".members li>code:first-child{padding:0;background:none;font-weight:600}",
  ".members i{font:.875em var(--mono)}",
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
  // On a phone a row is a short block: the title gets a line of its own.
  "@media(max-width:36rem){thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}",
  "td{display:inline-block;border:0;padding:0 .6rem 0 0}td:last-child{display:block}.bar nav{order:1;width:100%;margin-left:0}.bar button{margin-left:auto}}",
  // On paper everything is unfolded, and nothing is left that can only be clicked.
  "@media print{:root{color-scheme:light}.bar,.contents,.besides,.skip,button{display:none}main{max-width:none;padding:0}",
  "::details-content{content-visibility:visible}summary{list-style:none}pre{max-height:none}h2,h3,summary{break-after:avoid}.answer{border:0;padding:0}}",
].join("");

/** What the bar of a page depends on. */
export interface PagePlace {
  readonly publicUrl: string;
  readonly hasWorkbench?: boolean | undefined;
  /** The path of the page itself. */
  readonly path?: string;
}

/** The bar of every page, with the ways to the other ones. */
export function pageBar({ publicUrl, hasWorkbench = false, path: current }: PagePlace): string {
  const link = (path: string, text: string) =>
    `<a href="${escapeHtml(publicUrl + path)}"${path === current ? ' aria-current="page"' : ""}>${text}</a>`;
  const brand = `<a class="brand" href="${escapeHtml(publicUrl)}/"><span class="bead"></span><strong>Assay</strong></a>`;
  const links = [
    ...(hasWorkbench ? [link("/", "Workbench")] : []),
    link("/docs", "Docs"),
    link("/docs/api", "API"),
    link("/diagnostics", "Diagnostics"),
  ];
  return `<header class="bar">${brand}<nav aria-label="Pages">${links.join("")}</nav></header>`;
}

/** The hash of the style, for `style-src` of the Content-Security-Policy. */
export const styleHash: string = `sha256-${hash("sha256", pageStyle, "base64")}`;

/** The headers of every page: it loads nothing, runs its own script alone, and cannot be framed. Its icon is in it. */
export const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src '${styleHash}'; script-src '${scriptHash}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
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
