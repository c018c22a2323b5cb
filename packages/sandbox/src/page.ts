import type { FastifyReply, FastifyRequest } from "fastify";

/** Whether a request comes from a browser. */
export function wantsPage({ headers: { accept = "" } }: FastifyRequest): boolean {
  return accept.includes("text/html");
}

/** HTML that is safe to send: `html` escapes every value in it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Makes HTML of a template; strings are escaped, HTML is taken as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Html | readonly Html[])[]) {
  return new Html(String.raw({ raw: parts }, ...values.map(toText)));
}

interface Page {
  readonly title: string;
  readonly body: Html;
}

/** The headers of a page without scripts, whose forms lead to its own service only. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  vary: "accept",
};

export function sendPage(reply: FastifyReply, page: Page) {
  return reply.headers(pageHeaders).send(textOf(page));
}

/** A whole page as text. */
export function textOf({ title, body }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
code, pre { font: 0.9rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { white-space: pre-wrap; border-block: 1px solid; padding-block: 1rem }
ul { padding-left: 1.25rem }
dd { margin: 0 0 0.5rem }
input, button { font: inherit; padding: 0.25rem 0.75rem; margin: 0.25rem 0.5rem 0.25rem 0 }
</style>
<main>
${body}
</main>
</html>
`;
  return page.text;
}

function toText(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(({ text }: Html) => text).join("\n");
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
