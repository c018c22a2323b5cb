import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { limits, type ProblemCode } from "@assay/contract";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { asProblem, Problem, problemDocument } from "../problem.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import { addDocuments, type DocumentOptions, hasDocument } from "./documents.ts";
import { tooLarge } from "./read-body.ts";
import { sendProblem } from "./respond.ts";
import { addOperations, methodsAt, type RouteOptions } from "./routes.ts";

export interface ApiOptions extends RouteOptions, DocumentOptions {
  /** Where callers reach the service; asked for at every answer, because a free port is known late. */
  readonly publicUrl: string;
  readonly corsOrigins: ReadonlySet<string>;
  /** True from the moment the process was asked to stop. */
  isDraining(): boolean;
}

const longestAddress = 2_048;
const mostHeaders = 100;

/** The HTTP server that callers talk to. */
export function createApi(options: ApiOptions): FastifyInstance {
  const { corsOrigins, isDraining } = options;
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logger: false,
    // Half a request holds a socket for seconds, never for good.
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
    routerOptions: { maxParamLength: 128 },
    clientErrorHandler: (error, socket) => answerRaw(error, socket as Socket, options.publicUrl),
    frameworkErrors: (error, request, reply) =>
      answer(request as FastifyRequest, reply as FastifyReply, fromFramework(error, request as FastifyRequest)),
  });
  app.server.maxHeadersCount = mostHeaders + 1;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));

  function answer(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
    prepare(request, reply);
    return sendProblem(request, reply, problem, options.publicUrl);
  }

  function prepare(request: FastifyRequest, reply: FastifyReply): void {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    if (isDraining()) reply.header("connection", "close");
    allowOrigin(request, reply, corsOrigins);
  }

  app.addHook("onRequest", async (request, reply) => {
    prepare(request, reply);
    if (request.url.length > longestAddress)
      throw new Problem("uri-too-long", "The address has more than 2,048 characters.");
    if (request.raw.rawHeaders.length > 2 * mostHeaders) {
      throw new Problem("headers-too-large", `There are more than ${mostHeaders} headers.`);
    }
  });
  app.setErrorHandler((error: FastifyError | Problem, request, reply) =>
    answer(request, reply, fromFramework(error, request)),
  );

  addOperations(app, options);
  addDocuments(app, options);
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const methods = methodsAt(path) ?? (hasDocument(path, options) ? ["GET", "HEAD"] : undefined);
    if (methods === undefined) {
      const detail = "No page or operation has this path. /llms.txt and /openapi.json list what there is.";
      return answer(request, reply, new Problem("not-found", detail));
    }
    const allow = methods.join(", ");
    prepare(request, reply);
    if (request.method === "OPTIONS" && allowOrigin(request, reply, corsOrigins)) return answerPreflight(reply, allow);
    const detail = `This path answers ${allow} only.`;
    return answer(request, reply, new Problem("method-not-allowed", detail, { headers: { allow } }));
  });
  return app;
}

function fromFramework(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error.statusCode === 413) return tooLarge();
  if (error.statusCode === 415) {
    return new Problem("unsupported-media-type", "Send the body with Content-Type: application/json.");
  }
  if (error.statusCode === 414) return new Problem("uri-too-long", "A part of the address is too long.");
  if (error.statusCode !== undefined && error.statusCode < 500) {
    const detail = request.raw.readableAborted
      ? "The body ended before it was complete."
      : "The request cannot be read.";
    return new Problem("bad-request", detail, { cause: error });
  }
  return asProblem(error);
}

interface RawError extends Error {
  readonly code?: string;
}

// What the parser of HTTP refuses never becomes a request: the answer is written by hand, and the connection ends.
function answerRaw(error: RawError, socket: Socket, publicUrl: string): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail] = rawProblems[error.code ?? ""] ?? ["bad-request", "This is not a request that HTTP allows."];
  const problem = new Problem(code, detail);
  const requestId = randomUUID();
  const body = JSON.stringify(problemDocument(problem, { publicUrl, requestId }));
  const head = [
    `HTTP/1.1 ${problem.status} ${statusTexts[problem.status]}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

const rawProblems: { readonly [code: string]: readonly [ProblemCode, string] } = {
  HPE_HEADER_OVERFLOW: ["headers-too-large", "All headers together have more than 8 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request-timeout", "The request did not arrive in time. Send it again."],
};

const statusTexts: { readonly [status: number]: string } = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};
