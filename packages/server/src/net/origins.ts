import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";

const allowedHeaders =
  "authorization, content-type, if-none-match, mcp-protocol-version, mcp-method, mcp-name, traceparent";
const exposedHeaders = "ETag, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, X-Request-Id";
// These describe the service, and are the same for everybody, so pages of any origin may read them.
const forAnyOrigin = /^\/(?:openapi\.json|schemas\/[^?]+)(?:\?|$)/;

/** Lets pages from the listed origins read the answer (CORS). Returns whether the requesting page may read it. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: ReadonlySet<string>): boolean {
  if (forAnyOrigin.test(request.url)) {
    reply.headers({ "access-control-allow-origin": "*", "access-control-expose-headers": exposedHeaders });
    return true;
  }
  if (origins.size === 0) return false;
  reply.header("vary", "Origin");
  const headers = toOriginHeaders(request.raw, origins);
  if (headers === undefined) return false;
  reply.headers(headers);
  return true;
}

/** Returns the headers that let a page from a listed origin read the answer; undefined for any other origin. */
function toOriginHeaders(
  { url = "", headers }: IncomingMessage,
  origins: ReadonlySet<string>,
): { readonly [name: string]: string } | undefined {
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return undefined;
  // Only pages of the service itself may read the published documents.
  if (url.startsWith("/facts/")) return undefined;
  return { "access-control-allow-origin": origin, "access-control-expose-headers": exposedHeaders };
}

/** Answers the preflight request that a browser sends before a request with a body or a key. */
export function answerPreflight(reply: FastifyReply, methods: string): FastifyReply {
  return reply
    .header("access-control-allow-methods", methods)
    .header("access-control-allow-headers", allowedHeaders)
    .header("access-control-max-age", "600")
    .code(204)
    .send();
}

/** The public URL of the service, and the origins whose pages may call it. */
export interface OriginPolicy {
  readonly publicUrl: string;
  readonly corsOrigins: ReadonlySet<string>;
}

/**
 * Refuses a request that a browser sends for a page from another site: a request with a foreign Origin or, against DNS
 * rebinding, with a foreign Host.
 */
export function checkOrigin(
  { headers }: FastifyRequest,
  { publicUrl, corsOrigins }: OriginPolicy,
): Problem | undefined {
  const base = new URL(publicUrl);
  const { origin, host } = headers;
  // Check Origin first, because MCP requires 403 for a foreign origin, even if other parts of the request are invalid.
  if (origin !== undefined && !listHosts(base).includes(parseOriginHost(origin, base)) && !corsOrigins.has(origin)) {
    return new Problem(
      "origin-not-allowed",
      "Web pages from this origin may not call the service. Call from a server, or ask the operator to allow the origin.",
    );
  }
  if (host !== undefined && !listHosts(base).includes(normalizeHost(host, base))) {
    const detail = `The Host header must be ${base.host}. A proxy in front of the service must forward the Host header unchanged.`;
    return new Problem("misdirected-host", detail);
  }
  return undefined;
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

// A service on the local machine has three names.
function listHosts({ hostname, host, port }: URL): readonly string[] {
  if (!loopback.includes(hostname)) return [host];
  return loopback.map((name) => (port === "" ? name : `${name}:${port}`));
}

function normalizeHost(host: string, { protocol }: URL): string {
  return URL.parse(`${protocol}//${host}`)?.host ?? "";
}

function parseOriginHost(origin: string, { protocol }: URL): string {
  const url = URL.parse(origin);
  return url?.protocol === protocol && url.origin === origin ? url.host : "";
}
