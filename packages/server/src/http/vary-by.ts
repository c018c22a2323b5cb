import type { FastifyReply } from "fastify";

/** Says that an answer depends on a header of the request, besides those that were named before. */
export function varyBy(reply: FastifyReply, name: string): void {
  const named = [reply.getHeader("vary") ?? []].flat().flatMap((value) => String(value).split(", "));
  reply.header("vary", [...new Set([...named, name])].join(", "));
}
