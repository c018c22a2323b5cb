import type { FastifyInstance } from "fastify";
import type { PublishedDocument } from "../../documents/document-source.ts";
import type { Domain } from "../../documents/domain-source.ts";
import { immutableCaching, isNotModified } from "../../pages/etag.ts";
import { Problem } from "../../problem.ts";
import { addDocumentRoute, type DocumentRouteOptions } from "./add-document-route.ts";

interface PublishedRouteOptions extends DocumentRouteOptions {
  readonly domains: readonly Domain[];
}

/** Adds routes for spec packages and public registries, with which the workbench and command line check candidates. */
export function addPublishedRoutes(app: FastifyInstance, options: PublishedRouteOptions): void {
  const { publicUrl, domains } = options;
  for (const route of ["/facts/:product/:domain/spec-packages/:file", "/facts/:product/:domain/registry"]) {
    addDocumentRoute(app, route, options, (request, reply) => {
      const [path = ""] = request.url.split("?", 1);
      const document = findPublished(path, domains);
      if (document?.bytes === undefined) {
        const detail = `Nothing is published here now. A spec package may have been replaced, and a registry may not be public: see ${publicUrl}/api/domains.`;
        return new Problem("not-found", detail);
      }
      const etag = `"${document.sha256}"`;
      const isImmutable = path.endsWith(`/${document.sha256}.json`);
      reply.headers({ ...headers, etag, "cache-control": isImmutable ? immutableCaching : "no-cache" });
      if (isNotModified(etag, request.headers["if-none-match"])) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(document.bytes);
    });
  }
}

const headers = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** Finds the document that is published at a path, if any. */
export function findPublished(path: string, domains: readonly Domain[]): PublishedDocument | undefined {
  const [, product, id, name] = /^\/facts\/([^/]+)\/([^/]+)\/(registry|spec-packages\/[^/]+)$/.exec(path) ?? [];
  const domain = domains.find(({ targetProduct, domainId }) => targetProduct === product && domainId === id);
  if (name === "registry") return domain?.publishesRegistry ? domain.registry?.published : undefined;
  const packages = [domain?.specPackage?.published, domain?.next?.published];
  return packages.find((known) => name === `spec-packages/${known?.sha256}.json`);
}
