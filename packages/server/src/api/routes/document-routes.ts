import type { FastifyInstance, FastifyReply } from "fastify";
import type { Domain } from "../../documents/domain-source.ts";
import { chooseEncoding, type Encoding } from "../../pages/choose-encoding.ts";
import { computeEtag, isNotModified } from "../../pages/etag.ts";
import type { Page, StaticPage } from "../../pages/page.ts";
import { Problem } from "../../problem.ts";
import { toServedSchema } from "../mcp/candidate-schema.ts";
import { varyBy } from "../send-problem.ts";
import { addDocumentRoute, type DocumentRouteOptions } from "./add-document-route.ts";
import { addPublishedRoutes, findPublished } from "./published-routes.ts";
import { addWorkbenchRoutes, type Workbench } from "./workbench-routes.ts";

/** The dependencies of the document routes. */
export interface DocumentOptions extends DocumentRouteOptions {
  /** The page at `/` and its files; absent if it has not been built or is turned off. */
  readonly workbench?: Workbench | undefined;
  readonly domains: readonly Domain[];
}

/** Adds the routes of all documents for people and agents. */
export function addDocumentRoutes(app: FastifyInstance, options: DocumentOptions): void {
  for (const url of [...options.pages.paths, "/schemas/:product/:domain/candidate.json"])
    addPageRoute(app, url, options);
  const { workbench } = options;
  if (workbench) addWorkbenchRoutes(app, workbench, options);
  else addRootRoute(app, options);
  addPublishedRoutes(app, options);
}

/** Whether this path leads to a document, directly or through a redirect. */
export function hasDocument(path: string, options: DocumentOptions): boolean {
  const { workbench, domains } = options;
  if (path === "/" || workbench?.assets.has(path) || findPublished(path, domains)) return true;
  return findDocument(path, options) !== undefined || options.pages.findRedirect(path) !== undefined;
}

function addPageRoute(app: FastifyInstance, url: string, options: DocumentOptions): void {
  const { pages } = options;
  addDocumentRoute(app, url, options, (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const redirectUrl = pages.findRedirect(path);
    if (redirectUrl !== undefined) return redirect(reply, redirectUrl);
    const page = findDocument(path, options);
    if (page === undefined) {
      const detail = `No page has this path. ${options.publicUrl}/docs lists the pages.`;
      return new Problem("not-found", detail);
    }
    const { encoding, bytes, etag } = encodePage(page, request.headers["accept-encoding"]);
    varyBy(reply, "Accept-Encoding");
    reply.header("cache-control", "public, max-age=300").headers({ ...pages.headers, etag });
    if (isNotModified(etag, request.headers["if-none-match"])) return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.type(page.contentType).send(bytes);
  });
}

// A static page is compressed only once. The schema of a candidate changes with the rules, so it is not compressed.
function encodePage(
  page: Page | StaticPage,
  acceptEncoding: string | undefined,
): { readonly encoding: Encoding; readonly bytes: Buffer | string; readonly etag: string } {
  if (!("encodeBody" in page)) return { encoding: "identity", bytes: page.body, etag: computeEtag(page.body) };
  const encoding = chooseEncoding(acceptEncoding);
  return { encoding, ...page.encodeBody(encoding) };
}

// Without the workbench, the root address leads to the documentation.
function addRootRoute(app: FastifyInstance, options: DocumentOptions): void {
  addDocumentRoute(app, "/", options, (_request, reply) => redirect(reply, `${options.publicUrl}/docs`));
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .code(302)
    .header("location", location)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(`See ${location}\n`);
}

function findDocument(path: string, { pages, domains }: DocumentOptions): Page | StaticPage | undefined {
  const [, product, id] = /^\/schemas\/([^/]+)\/([^/]+)\/candidate\.json$/.exec(path) ?? [];
  if (product === undefined) return pages.find(path);
  const spec = domains.find(({ targetProduct, domainId }) => targetProduct === product && domainId === id)?.specPackage;
  if (!spec) return undefined;
  const body = JSON.stringify(toServedSchema(spec.value.document), null, 2);
  return { contentType: "application/schema+json; charset=utf-8", body };
}
