import type { FastifyReply, FastifyRequest } from "fastify";

/** What a page about a proposal shows. */
export interface ReviewPage {
  readonly title: string;
  /** The text of `describeProposal`. */
  readonly review: string;
}

/** Whether a request comes from a browser. */
export function wantsPage({ headers: { accept = "" } }: FastifyRequest): boolean {
  return accept.includes("text/html");
}

/** Sends a page with the review exactly as its owner read it: preformatted text, without scripts and links. */
export function sendReviewPage(reply: FastifyReply, { title, review }: ReviewPage): FastifyReply {
  const style = "max-width: 60rem; margin: 2rem auto; font: 1rem/1.5 ui-monospace, monospace; white-space: pre-wrap";
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<pre style="${style}">
${escaped(review)}</pre>
</html>
`;
  return reply
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .header("x-content-type-options", "nosniff")
    .header("vary", "accept")
    .type("text/html; charset=utf-8")
    .send(html);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
