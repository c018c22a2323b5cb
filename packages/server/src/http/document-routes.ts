import type { JsonObject } from "@assay/contract";
import type { FastifyInstance } from "fastify";
import type { Calls } from "../call.ts";
import { Problem } from "../problem.ts";
import { addressOf } from "./address-of.ts";
import { checkHead } from "./check-head.ts";
import { type Page, type Pages, styleHash } from "./pages.ts";
import { checkNoBody } from "./read-body.ts";
import { sendProblem } from "./send-problem.ts";

/** What the routes of documents need. */
export interface DocumentOptions {
  readonly publicUrl: string;
  readonly calls: Calls;
  readonly pages: Pages;
  /** Returns the JSON Schema of a candidate from the spec package in use. */
  candidateSchema(targetProduct: string, domainId: string): JsonObject | undefined;
}

/** Adds a route for every document for people and agents. */
export function addDocumentRoutes(app: FastifyInstance, options: DocumentOptions): void {
  for (const url of [...options.pages.paths, "/schemas/:product/:domain/candidate.json"])
    addDocumentRoute(app, url, options);
}

/** Tells whether a document has this path. */
export function hasDocument(path: string, options: DocumentOptions): boolean {
  return documentAt(path, "*/*", options) !== undefined;
}

function addDocumentRoute(app: FastifyInstance, url: string, options: DocumentOptions): void {
  app.get(url, async (request, reply) => {
    options.calls.limitUncounted(addressOf(request));
    checkHead(request);
    checkNoBody(request);
    const [path = ""] = request.url.split("?", 1);
    const page = documentAt(path, request.headers.accept, options);
    if (page === undefined) {
      const detail = `No page has this path. ${options.publicUrl}/docs lists the pages.`;
      return sendProblem(request, reply, new Problem("not-found", detail), options.publicUrl);
    }
    if (page === "not-acceptable") {
      const detail = "This page is available as text/html, text/markdown and application/json.";
      return sendProblem(request, reply, new Problem("not-acceptable", detail), options.publicUrl);
    }
    return reply
      .header("vary", [reply.getHeader("vary") ?? [], "Accept"].flat().join(", "))
      .header("cache-control", "public, max-age=300")
      .header(
        "content-security-policy",
        `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .header("referrer-policy", "no-referrer")
      .type(page.contentType)
      .send(page.body);
  });
}

function documentAt(
  path: string,
  accept: string | undefined,
  { pages, candidateSchema }: DocumentOptions,
): Page | "not-acceptable" | undefined {
  const [, product, domain] = /^\/schemas\/([^/]+)\/([^/]+)\/candidate\.json$/.exec(path) ?? [];
  if (product === undefined || domain === undefined) return pages.find(path, accept);
  const schema = candidateSchema(product, domain);
  return schema && { contentType: "application/schema+json; charset=utf-8", body: JSON.stringify(schema, null, 2) };
}
