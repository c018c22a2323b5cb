import { limits } from "@assay/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { closeAfterAnswer, hasStoppedReading } from "../net/connections.ts";
import type { Pages } from "../pages/pages.ts";
import { type Problem, toProblemDocument } from "../problem.ts";
import { readContentLength } from "./read-body.ts";

/** Answers with a problem. If the client is still sending a body, the connection is closed after the answer. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  publicUrl: string,
): FastifyReply {
  setProblemHeaders(request, reply, problem);
  const document = toProblemDocument(problem, { publicUrl, requestId: request.id });
  return reply.type("application/problem+json; charset=utf-8").send(JSON.stringify(document));
}

/** Answers with a problem at a URL that people open: clients that prefer HTML, as browsers do, get a page. */
export function sendProblemToReader(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  { publicUrl, pages }: { readonly publicUrl: string; readonly pages: Pages },
): FastifyReply {
  varyBy(reply, "Accept");
  const page = /^\s*text\/html\b/i.test(request.headers.accept ?? "")
    ? pages.writeProblem(toProblemDocument(problem, { publicUrl, requestId: request.id }))
    : undefined;
  if (page === undefined) return sendProblem(request, reply, problem, publicUrl);
  setProblemHeaders(request, reply, problem);
  return reply.headers(pages.headers).type("text/html; charset=utf-8").send(page);
}

function setProblemHeaders(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  closeIfStillSending(request, reply);
  const { retryAfterSeconds } = problem.extras;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  reply.headers(problem.headers).header("cache-control", "no-store").code(problem.status);
}

/** Closes the connection after the answer if the client is still sending a body that will not be read. */
export function closeIfStillSending(request: FastifyRequest, reply: FastifyReply): void {
  if (!isStillSending(request) && !hasStoppedReading(request.raw.socket)) return;
  closeAfterAnswer(request.raw.socket);
  reply.header("connection", "close");
}

// A body that is too long counts as still being sent, however much of it has arrived.
function isStillSending({ raw, headers }: FastifyRequest): boolean {
  const length = readContentLength({ headers });
  if (length > limits.bodyBytes) return true;
  return (headers["transfer-encoding"] !== undefined || length > 0) && !raw.complete;
}

/** Adds a request header to the `Vary` header of the answer. */
export function varyBy(reply: FastifyReply, name: string): void {
  const named = [reply.getHeader("vary") ?? []].flat().flatMap((value) => String(value).split(", "));
  reply.header("vary", [...new Set([...named, name])].join(", "));
}
