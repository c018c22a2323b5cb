import { escapeCharacter, hiddenCharacters } from "@assay/contract";
import { baseStyle, designTokens } from "@assay/contract/page-style";
import type { ReviewLine, ReviewSection } from "@assay/engine";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Whether a request comes from a browser. */
export function wantsPage({ headers: { accept = "" } }: FastifyRequest): boolean {
  return accept.includes("text/html");
}

/** HTML that is safe to send, because `html` escapes every value in it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Creates HTML from a template. Strings are escaped; `Html` values are inserted unchanged. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Html | readonly Html[])[]) {
  return new Html(String.raw({ raw: parts }, ...values.map(toMarkup)));
}

interface Page {
  readonly title: string;
  readonly body: Html;
  /** The name in the bar at the top. */
  readonly name?: string;
}

/** The headers of a page that has no scripts and whose forms can be sent only to its own origin. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  vary: "accept",
};

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(pageHeaders).send(renderPage(page));
}

/** Renders a complete page. */
export function renderPage({ title, body, name = "Sandbox" }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
<header class="bar"><span class="brand"><span class="bead"></span><strong>${name}</strong></span></header>
<main>
${body}
</main>
</html>
`;
  return page.text;
}

const style = [
  designTokens,
  baseStyle,
  "ul{padding-left:1.25rem}dd{margin:0 0 .5rem}",
  "input{padding:.25rem .6rem;color:inherit;background:var(--surface);border:1px solid var(--strong-line);border-radius:.4rem;font:inherit}",
  ".review{padding:.5rem 1.25rem 1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:.6rem;overflow-wrap:anywhere}",
  ".review strong{font-weight:500}.review h2{margin-top:.75rem}form button{margin-right:.5rem}",
].join("");

/** Renders the review of a proposal. Everything that its author wrote is inserted as escaped text. */
export function renderReview(review: readonly ReviewSection[]): Html {
  const sections = review.map(({ title, lines }) => html`<h2>${title}</h2><ul>${lines.map(renderLine)}</ul>`);
  return html`<section class="review" aria-label="The proposal">
${sections}
</section>`;
}

function renderLine({ depth, label, name, about, value }: ReviewLine): Html {
  const what = about === undefined ? "" : ` (${about})`;
  const heading = label ?? (name && name.text + name.note + what) ?? "";
  const valueMarkup = value ? html`${heading === "" ? "" : ": "}<strong>${value.text}</strong>${value.note}` : "";
  return html`<li style="margin-left:${depth}rem">${heading}${valueMarkup}</li>`;
}

function toMarkup(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(({ text }: Html) => text).join("");
  // Invisible and bidirectional characters are written as escapes, as in the review.
  const visible = String(value).replace(hiddenCharacters, (character) =>
    character === "\n" ? character : escapeCharacter(character),
  );
  return visible.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
