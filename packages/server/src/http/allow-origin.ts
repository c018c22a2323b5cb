import type { FastifyReply, FastifyRequest } from "fastify";

const allowed = "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name";
const exposed = "Retry-After, RateLimit, RateLimit-Policy, X-Request-Id";

/** Lets pages of the listed origins read answers (CORS); tells whether the origin of the request is listed. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: ReadonlySet<string>): boolean {
  if (origins.size === 0) return false;
  reply.header("vary", "Origin");
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return false;
  // Facts are for the pages of the service alone.
  if (request.url.startsWith("/facts/")) return false;
  reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", exposed);
  return true;
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
