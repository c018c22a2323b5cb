import type { JsonObject } from "@assay/contract";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../problem.ts";
import { pageHeaders } from "../../site/articles/page-frame.ts";
import { chooseEncoding, type Encoding } from "../../site/choose-encoding.ts";
import { etagOf, isKnown } from "../../site/etag.ts";
import type { LastingPage, Page } from "../../site/page.ts";
import type { Pages } from "../../site/pages.ts";
import { varyBy } from "../send-problem.ts";
import { addDocumentRoute, type DocumentRouteOptions } from "./add-document-route.ts";
import { addFactRoutes, type Facts, hasFact } from "./fact-routes.ts";
import { addWorkbenchRoutes, type Workbench } from "./workbench-routes.ts";

/** What the routes of documents need. */
export interface DocumentOptions extends DocumentRouteOptions {
  readonly pages: Pages;
  /** Returns the JSON Schema of a candidate from the spec package in use. */
  candidateSchema(targetProduct: string, domainId: string): JsonObject | undefined;
  /** The page at `/` and its files; absent if it was not built or is switched off. */
  readonly workbench?: Workbench | undefined;
  /** What the page and the command line check candidates with. */
  readonly facts: Facts;
}

/** Adds a route for every document for people and agents. */
export function addDocumentRoutes(app: FastifyInstance, options: DocumentOptions): void {
  for (const url of [...options.pages.paths, "/schemas/:product/:domain/candidate.json"])
    addPageRoute(app, url, options);
  const { workbench, facts, calls, publicUrl } = options;
  if (workbench) addWorkbenchRoutes(app, workbench, options);
  else addRootRoute(app, options);
  addFactRoutes(app, { calls, publicUrl, facts });
}

/** Whether a document has this path. */
export function hasDocument(path: string, options: DocumentOptions): boolean {
  const { workbench, facts } = options;
  if (path === "/" || workbench?.assets.has(path) || hasFact(path, facts)) return true;
  return documentAt(path, "*/*", options) !== undefined;
}

function addPageRoute(app: FastifyInstance, url: string, options: DocumentOptions): void {
  addDocumentRoute(app, url, options, (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const page = documentAt(path, request.headers.accept, options);
    if (page === undefined) {
      const detail = `No page has this path. ${options.publicUrl}/docs lists the pages.`;
      return new Problem("not-found", detail);
    }
    if (page === "not-acceptable") {
      const detail =
        "This page is available as text/html, text/markdown and application/json. Send an Accept header that allows one of them.";
      return new Problem("not-acceptable", detail);
    }
    const { encoding, bytes, etag } = bodyOf(page, request.headers["accept-encoding"]);
    varyBy(reply, "Accept");
    varyBy(reply, "Accept-Encoding");
    reply.header("cache-control", "public, max-age=300").headers({ ...pageHeaders, etag });
    if (isKnown(etag, request.headers["if-none-match"])) return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.type(page.contentType).send(bytes);
  });
}

// The schema of a candidate comes and goes with the rules, so it is sent as it is.
function bodyOf(
  page: Page | LastingPage,
  acceptEncoding: string | undefined,
): { readonly encoding: Encoding; readonly bytes: Buffer | string; readonly etag: string } {
  if (!("bodyIn" in page)) return { encoding: "identity", bytes: page.body, etag: etagOf(page.body) };
  const encoding = chooseEncoding(acceptEncoding);
  return { encoding, ...page.bodyIn(encoding) };
}

// Whoever tries the bare address is led to the first page.
function addRootRoute(app: FastifyInstance, options: DocumentOptions): void {
  addDocumentRoute(app, "/", options, (_request, reply) => {
    const location = `${options.publicUrl}/docs`;
    return reply
      .code(302)
      .header("location", location)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(`See ${location}\n`);
  });
}

function documentAt(
  path: string,
  accept: string | undefined,
  { pages, candidateSchema }: DocumentOptions,
): Page | LastingPage | "not-acceptable" | undefined {
  const [, product, domain] = /^\/schemas\/([^/]+)\/([^/]+)\/candidate\.json$/.exec(path) ?? [];
  if (product === undefined || domain === undefined) return pages.find(path, accept);
  const schema = candidateSchema(product, domain);
  return schema && { contentType: "application/schema+json; charset=utf-8", body: JSON.stringify(schema, null, 2) };
}
