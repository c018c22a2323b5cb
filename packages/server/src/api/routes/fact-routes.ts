import type { FastifyInstance, FastifyRequest } from "fastify";
import { immutable, isKnown } from "../../pages/etag.ts";
import { Problem } from "../../problem.ts";
import type { FactSource } from "../../shared/fact-urls.ts";
import type { Deadline, PublishedDocument } from "../../shared/ports.ts";
import { addDocumentRoute, type DocumentRouteOptions } from "./add-document-route.ts";
import { clientGone } from "./client-gone.ts";

/** What programs and the page at `/` may read of a domain; upstream provides it. */
interface ServedFacts extends FactSource {
  /** What is missing while nothing can be checked. */
  readonly lacks?: "spec-package" | "registry" | undefined;
  /** Returns a range of the registry as a document; nothing if it is unavailable. */
  registryRange(range: string, deadline: Deadline): Promise<Uint8Array | undefined>;
}

interface FactRouteOptions extends DocumentRouteOptions {
  readonly facts: Facts;
}

/** The facts of every domain. */
export interface Facts {
  readonly domains: readonly ServedFacts[];
  /** How long an answer waits for a registry. */
  readonly timeoutMs: number;
  /** Creates the problem of a domain whose registry is unavailable. */
  registryUnavailable(domain: ServedFacts): Problem;
}

/** Adds what the page at `/` and the command line check candidates with: spec packages as published, and ranges of registries. */
export function addFactRoutes(app: FastifyInstance, options: FactRouteOptions): void {
  const { publicUrl, facts } = options;
  addDocumentRoute(app, specPackageRoute, options, (request, reply) => {
    const published = publishedAt(facts, request.params as Params);
    if (published === undefined) {
      const detail = `No spec package in use has this hash. It may have been replaced: load ${publicUrl}/ or ${publicUrl}/api/domains again.`;
      return new Problem("not-found", detail);
    }
    const etag = `"${published.sha256}"`;
    reply.headers({ ...factHeaders, etag, "cache-control": immutable });
    if (isKnown(etag, request.headers["if-none-match"])) return reply.code(304).send();
    return reply.type(jsonType).send(Buffer.from(published.bytes));
  });
  addDocumentRoute(app, registryRoute, options, async (request, reply) => {
    const params = request.params as Params;
    const domain = checkSite(request.headers) ?? publicRegistryAt(facts, params, publicUrl);
    if (domain instanceof Problem) return domain;
    const { range = "" } = params;
    const deadline = () => AbortSignal.any([AbortSignal.timeout(facts.timeoutMs), clientGone(reply)]);
    const document = await domain.registryRange(range, deadline);
    if (document === undefined) return facts.registryUnavailable(domain);
    return reply
      .headers({ ...factHeaders, "cache-control": "no-store" })
      .type(jsonType)
      .send(Buffer.from(document));
  });
}

/** Whether there is a fact at this path. */
export function hasFact(path: string, facts: Facts): boolean {
  const [, product = "", domain = "", kind, name = ""] =
    /^\/facts\/([^/]+)\/([^/]+)\/(spec-packages|registry)\/([^/]+)$/.exec(path) ?? [];
  if (kind === "spec-packages") return publishedAt(facts, { product, domain, file: name }) !== undefined;
  return domainAt(facts, { product, domain })?.publishesRegistry === true && isRange(name);
}

interface Params {
  readonly product: string;
  readonly domain: string;
  readonly file?: string;
  readonly range?: string;
}

const specPackageRoute = "/facts/:product/:domain/spec-packages/:file";
const registryRoute = "/facts/:product/:domain/registry/:range";
const jsonType = "application/json; charset=utf-8";
const factHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

// Pages of other sites have no business with a registry. A person who opens the address has: the browser sends "none".
function checkSite(headers: FastifyRequest["headers"]): Problem | undefined {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  return new Problem(
    "origin-not-allowed",
    "Of all web pages, only those of this service may read its registry ranges. Call from a server instead.",
  );
}

function domainAt({ domains }: Facts, { product, domain }: Params): ServedFacts | undefined {
  return domains.find(({ targetProduct, domainId }) => targetProduct === product && domainId === domain);
}

function publishedAt(facts: Facts, params: Params): PublishedDocument | undefined {
  const { specPackage, next } = domainAt(facts, params) ?? {};
  return [specPackage, next].find((known) => `${known?.published.sha256}.json` === params.file)?.published;
}

function publicRegistryAt(facts: Facts, params: Params, publicUrl: string): ServedFacts | Problem {
  const domain = domainAt(facts, params);
  if (domain === undefined) {
    const detail = `This service has no such domain. ${publicUrl}/api/domains lists its domains.`;
    return new Problem("not-found", detail);
  }
  if (!domain.publishesRegistry) {
    const detail =
      "The operator of this service does not publish the registry of this domain. The service looks up ids when it validates a candidate.";
    return new Problem("not-found", detail);
  }
  if (!isRange(params.range ?? "")) {
    return new Problem("not-found", "A registry range is named by five lowercase hexadecimal digits.");
  }
  return domain;
}

function isRange(text: string): boolean {
  return /^[0-9a-f]{5}$/.test(text);
}
