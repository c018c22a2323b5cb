import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { limits } from "@assay/contract";
import { closeAfterAnswer, isStopped } from "../net/connections.ts";
import { originHeaders } from "../net/origins.ts";
import { type Problem, problemDocument } from "../problem.ts";
import { pageHeaders } from "../site/articles/page-frame.ts";
import { problemPage } from "../site/content/problem-page.ts";

/** An answer that was written beforehand and only lacks its request id. */
export interface PreparedAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly parts: readonly string[];
  readonly bytes: number;
}

export interface PreparedOptions {
  readonly publicUrl: string;
  readonly corsOrigins: ReadonlySet<string>;
  isDraining(): boolean;
}

const someId = "00000000-0000-4000-8000-000000000000";

/** Prepares an answer; `write` returns its body with a request id. */
export function prepareAnswer(
  status: number,
  headers: PreparedAnswer["headers"],
  vary: readonly string[],
  write: (requestId: string) => string,
): PreparedAnswer {
  const body = write(someId);
  return {
    status,
    headers: { "x-content-type-options": "nosniff", ...(vary.length > 0 && { vary: vary.join(", ") }), ...headers },
    parts: body.split(someId),
    bytes: Buffer.byteLength(body),
  };
}

/** Prepares the answer that `sendProblem` gives: JSON, or a page for people. */
export function prepareProblem(
  problem: Problem,
  rateLimit: PreparedAnswer["headers"],
  isPage: boolean,
  { publicUrl, corsOrigins }: PreparedOptions,
): PreparedAnswer {
  const { retryAfterSeconds } = problem.extras;
  const headers = {
    ...rateLimit,
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...problem.headers,
    "cache-control": "no-store",
    ...(isPage && pageHeaders),
    "content-type": isPage ? "text/html; charset=utf-8" : "application/problem+json; charset=utf-8",
  };
  const vary = [...varyByOrigin(corsOrigins), ...(isPage ? ["Accept"] : [])];
  return prepareAnswer(problem.status, headers, vary, (requestId) => {
    const document = problemDocument(problem, { publicUrl, requestId });
    return isPage ? problemPage(document, publicUrl) : JSON.stringify(document);
  });
}

/** Returns what every answer depends on while pages of other origins may read it. */
export function varyByOrigin(corsOrigins: ReadonlySet<string>): readonly string[] {
  return corsOrigins.size > 0 ? ["Origin"] : [];
}

/**
 * Sends a prepared answer. A short body is read and discarded, so that the connection can be used again: a new one costs
 * more than the answer. After any other the connection is closed.
 */
export function sendPrepared(
  answer: PreparedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  { corsOrigins, isDraining }: PreparedOptions,
  requestId: string = randomUUID(),
): void {
  const isReusable = (isShort(request.headers) || hasArrived(request)) && !isStopped(request.socket);
  if (!isReusable) closeAfterAnswer(request.socket);
  response.writeHead(answer.status, {
    "x-request-id": requestId,
    ...answer.headers,
    ...(corsOrigins.size > 0 && originHeaders(request, corsOrigins)),
    ...((!isReusable || isDraining()) && { connection: "close" }),
    "content-length": answer.bytes,
  });
  response.end(answer.parts.join(requestId));
}

/** Whether a body is known to be short, and its client sends it without being asked to. */
export function isShort(headers: IncomingHttpHeaders): boolean {
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return false;
  return announcedBytes(headers) <= limits.bodyBytes;
}

function hasArrived({ complete, headers }: IncomingMessage): boolean {
  return complete && announcedBytes(headers) <= limits.bodyBytes;
}

function announcedBytes(headers: IncomingHttpHeaders): number {
  return Number(headers["content-length"] ?? 0);
}
