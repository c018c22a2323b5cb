import type { FastifyInstance } from "fastify";
import { type Html, html, type SandboxPages, sendPage, wantsPage } from "./page.ts";

/** What a service says about itself at `/`. */
export interface FrontPage {
  readonly name: keyof SandboxPages;
  /** Where the other services are. */
  readonly pages?: (() => SandboxPages) | undefined;
  /** What it is and what it is for. */
  readonly description: string;
  /** Method and path, and what is there. */
  readonly routes: { readonly [route: string]: string };
  /** What it has at the moment, for the page. */
  readonly contents: () => Html;
}

/** Serves `/`: a page in a browser, otherwise JSON. */
export function serveFrontPage(app: FastifyInstance, { name, pages, description, routes, contents }: FrontPage): void {
  app.get("/", async (request, reply) => {
    if (!wantsPage(request)) return { name, description, routes };
    const list = Object.entries(routes).map(
      ([route, purpose]) => html`<dt><code>${route}</code></dt><dd>${purpose}</dd>`,
    );
    const body = html`<h1>${name}</h1>
<p>${description}</p>
${contents()}
<h2>Routes</h2>
<dl>
${list}
</dl>`;
    return sendPage(reply, { title: name, body, pages: pages?.(), current: name });
  });
}
