import type { FastifyReply } from "fastify";

/** A client that went away needs no answer, so nothing more is fetched for it. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort(new Error("the client went away"));
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort(new Error("the client went away"));
  });
  return gone.signal;
}
