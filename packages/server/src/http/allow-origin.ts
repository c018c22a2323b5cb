import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

const allowed = "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name";
const exposed = "Retry-After, RateLimit, RateLimit-Policy, X-Request-Id";

/** Lets pages of the listed origins read answers (CORS); tells whether the origin of the request is listed. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: ReadonlySet<string>): boolean {
  if (origins.size === 0) return false;
  reply.header("vary", "Origin");
  const headers = originHeaders(request.raw, origins);
  if (headers === undefined) return false;
  reply.headers(headers);
  return true;
}

/** Returns the headers that let a page of a listed origin read the answer; nothing for any other origin. */
export function originHeaders(
  { url = "", headers }: IncomingMessage,
  origins: ReadonlySet<string>,
): { readonly [name: string]: string } | undefined {
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return undefined;
  // Facts are for the pages of the service alone.
  if (url.startsWith("/facts/")) return undefined;
  return { "access-control-allow-origin": origin, "access-control-expose-headers": exposed };
}

/** Answers the preflight request that a browser sends before a request with a body or a key. */
export function answerPreflight(reply: FastifyReply, methods: string): FastifyReply {
  return reply
    .header("access-control-allow-methods", methods)
    .header("access-control-allow-headers", allowed)
    .header("access-control-max-age", "600")
    .code(204)
    .send();
}
