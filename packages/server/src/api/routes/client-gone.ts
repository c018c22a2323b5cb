import type { FastifyReply } from "fastify";

/** Creates the signal that aborts when the client disconnects: nothing more is fetched for it then. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort(new Error("the client disconnected"));
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort(new Error("the client disconnected"));
  });
  return gone.signal;
}
