import { limits } from "@assay/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Problem, problemDocument } from "../problem.ts";
import { prefersHtml } from "./choose-form.ts";
import { closeAfterAnswer, isStopped } from "./connections.ts";
import { pageHeaders } from "./page-headers.ts";
import { problemPage } from "./problem-page.ts";
import { varyBy } from "./vary-by.ts";

/** Answers with a problem: JSON for programs, a page for browsers. If the client is still sending a body, the connection is closed after the answer. */
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
  reply.headers(problem.headers).header("cache-control", "no-store").code(problem.status);
  varyBy(reply, "Accept");
  if (prefersHtml(request.headers.accept)) {
    return reply.headers(pageHeaders).type("text/html; charset=utf-8").send(problemPage(document, publicUrl));
  }
  return reply.type("application/problem+json; charset=utf-8").send(JSON.stringify(document));
}

/** Closes the connection after the answer if the client is still sending a body that is not read. */
export function stopSender(request: FastifyRequest, reply: FastifyReply): void {
  if (!isStillSending(request) && !isStopped(request.raw.socket)) return;
  closeAfterAnswer(request.raw.socket);
  reply.header("connection", "close");
}

// A body that is too long counts as on its way, whatever part of it has arrived.
function isStillSending({ raw, headers }: FastifyRequest): boolean {
  const length = Number(headers["content-length"] ?? 0);
  if (length > limits.bodyBytes) return true;
  return (headers["transfer-encoding"] !== undefined || length > 0) && !raw.complete;
}
