import type { FastifyReply, FastifyRequest } from "fastify";
import { sha256 } from "./engine.ts";

/** Sends a JSON document under a strong ETag, or 304 to a client that has these bytes already. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${sha256(text)}"`;
  reply.header("etag", etag).header("cache-control", "no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("application/json").send(text);
}
