import type { FastifyReply, FastifyRequest } from "fastify";
import { type Problem, problemDocument } from "../problem.ts";
import { closeGently, stopReading } from "./connections.ts";

/** Answers with JSON. */
export function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(value));
}

/** Answers with a problem; whoever is still sending a body is told to stop by closing the connection. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  publicUrl: string,
): FastifyReply {
  stopSender(request, reply);
  const { retryAfterSeconds } = problem.extras;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const document = problemDocument(problem, { publicUrl, requestId: request.id });
  return reply
    .headers(problem.headers)
    .header("cache-control", "no-store")
    .code(problem.status)
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(document));
}

/** Closes the connection behind the answer where the client is still sending a body that nobody reads. */
export function stopSender(request: FastifyRequest, reply: FastifyReply): void {
  if (!isStillSending(request)) return;
  const { socket } = request.raw;
  socket.destroySoon = () => closeGently(socket);
  stopReading(socket);
  reply.header("connection", "close");
}

function isStillSending({ raw, headers }: FastifyRequest): boolean {
  const announced = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return announced && !raw.complete;
}
