import { limits } from "@assay/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { closeAfterAnswer, isStopped } from "../net/connections.ts";
import { type Problem, problemDocument } from "../problem.ts";
import { pageHeaders } from "../site/articles/page-frame.ts";
import { prefersHtml } from "../site/choose-form.ts";
import { problemPage } from "../site/content/problem-page.ts";
import { announcedBytes } from "./read-body.ts";

/** Answers with a problem: JSON, or a page for people. If the client is still sending a body, the connection is closed after the answer. */
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
  if (isForPeople(request.raw.url)) {
    varyBy(reply, "Accept");
    if (prefersHtml(request.headers.accept))
      return reply.headers(pageHeaders).type("text/html; charset=utf-8").send(problemPage(document, publicUrl));
  }
  return reply.type("application/problem+json; charset=utf-8").send(JSON.stringify(document));
}

/** Whether people open a URL. Below `/api` and `/mcp` only programs call, and some of them, in Java for one, accept HTML first. */
function isForPeople(url = ""): boolean {
  return !/^(?:https?:\/\/[^/]*)?\/(?:api|mcp)(?:[/?]|$)/i.test(url);
}

/** Closes the connection after the answer if the client is still sending a body that is not read. */
export function stopSender(request: FastifyRequest, reply: FastifyReply): void {
  if (!isStillSending(request) && !isStopped(request.raw.socket)) return;
  closeAfterAnswer(request.raw.socket);
  reply.header("connection", "close");
}

// A body that is too long counts as on its way, whatever part of it has arrived.
function isStillSending({ raw, headers }: FastifyRequest): boolean {
  const length = announcedBytes({ headers });
  if (length > limits.bodyBytes) return true;
  return (headers["transfer-encoding"] !== undefined || length > 0) && !raw.complete;
}

/** Says that an answer depends on a header of the request, besides those that were named before. */
export function varyBy(reply: FastifyReply, name: string): void {
  const named = [reply.getHeader("vary") ?? []].flat().flatMap((value) => String(value).split(", "));
  reply.header("vary", [...new Set([...named, name])].join(", "));
}
