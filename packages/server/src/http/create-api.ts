import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limits } from "@assay/contract";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { Problem } from "../problem.ts";
import { headerCount } from "../shared/raw-headers.ts";
import { addressIn, addressOf, isUnnamed } from "./address-of.ts";
import { allowOrigin, answerPreflight } from "./allow-origin.ts";
import { answerOauth, isOauthPath } from "./answer-oauth.ts";
import { checkHead } from "./check-head.ts";
import { checkOrigin } from "./check-origin.ts";
import { endSlowExchanges, trackConnections } from "./connections.ts";
import { addDocumentRoutes, type DocumentOptions, hasDocument } from "./document-routes.ts";
import { addMcpRoute, type McpRouteOptions, mcpPath } from "./mcp-route.ts";
import { addOperationRoutes, methodsAt, type RouteOptions } from "./operation-routes.ts";
import { type RawError, rawAnswer } from "./raw-answer.ts";
import { sendProblem } from "./send-problem.ts";
import { toProblem } from "./to-problem.ts";

export interface ApiOptions extends RouteOptions, DocumentOptions, McpRouteOptions {
  /** Where callers reach the service; asked for at every answer, because a free port is known late. */
  readonly publicUrl: string;
  readonly corsOrigins: ReadonlySet<string>;
  /** Whether a machine at this address is believed when it says for whom it forwards. */
  isTrustedProxy(address: string): boolean;
  /** A trusted proxy forwarded a request without an address of its client. */
  unnamed(): void;
  /** True from the moment the process was asked to stop. */
  isDraining(): boolean;
  /** A request that is no call ended in a fault of ours: the caller has its id, the operator must find it too. */
  failed(requestId: string, cause: unknown): void;
}

const maxUrlLength = 2_048;
const maxHeaders = 100;
const requestTimeoutMs = 10_000;

/** The HTTP server that callers talk to. */
export function createApi(options: ApiOptions): FastifyInstance {
  const { corsOrigins, isDraining } = options;
  const isTrustedProxy = (entry: string) => options.isTrustedProxy(addressIn(entry) ?? "");
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: isTrustedProxy,
    logger: false,
    // Half a request holds a socket for seconds, never for good.
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1_000,
    // What Node would answer itself, without a problem, is left to `checkHead`.
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8_192,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 128 },
    clientErrorHandler: (error, socket) => refuse(error, socket as Socket),
    frameworkErrors: (error, request, reply) =>
      answer(request as FastifyRequest, reply as FastifyReply, toProblem(error, request as FastifyRequest)),
  });
  const connections = trackConnections(app.server);
  endSlowExchanges(app.server);
  app.server.maxHeadersCount = maxHeaders + 1;
  const asRequest = (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit("request", request, response);
  app.server.on("checkContinue", asRequest).on("checkExpectation", asRequest);
  app.server.on("connect", (_request, socket) => refuse(new Error("CONNECT"), socket as Socket));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));

  function refuse(error: RawError, socket: Socket): void {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else connections.endWith(socket, rawAnswer(error, options.publicUrl));
  }

  function answer(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
    prepare(request, reply);
    return sendProblem(request, reply, problem, options.publicUrl);
  }

  function prepare(request: FastifyRequest, reply: FastifyReply): void {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    allowOrigin(request, reply, corsOrigins);
  }

  let closing = false;
  app.addHook("onRequest", async (request, reply) => {
    prepare(request, reply);
    if (isUnnamed(request, isTrustedProxy)) options.unnamed();
    if (closing) {
      const detail = "This instance is stopping. Send the request again, on a new connection.";
      throw new Problem("shutting-down", detail, { retryAfterSeconds: 1 });
    }
    if (request.url.length > maxUrlLength)
      throw new Problem("uri-too-long", "The address has more than 2,048 characters.");
    if (headerCount(request.raw.rawHeaders) > maxHeaders) {
      throw new Problem("headers-too-large", `There are more than ${maxHeaders} headers.`);
    }
    const [path = ""] = request.url.split("?", 1);
    // Answered before a body is read. No path has percent codes: whoever guards one by its name sees the same name.
    if (request.is404 || path.includes("%")) return answerElsewhere(path, request, reply);
  });
  // Asked when the answer is ready: a call that began before may end after.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining()) reply.header("connection", "close");
    done();
  });
  app.addHook("preClose", async () => {
    closing = true;
    connections.endUnused();
    // Node watches no timeouts any more: what is half sent would keep the process for ever.
    const late = setTimeout(() => app.server.closeAllConnections(), requestTimeoutMs);
    app.server.once("close", () => clearTimeout(late));
  });
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = toProblem(error, request);
    if (problem.code === "internal") options.failed(request.id, problem.cause);
    return answer(request, reply, problem);
  });

  addOperationRoutes(app, options);
  addDocumentRoutes(app, options);
  addMcpRoute(app, options);

  function answerElsewhere(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    options.calls.bound(addressOf(request));
    checkHead(request);
    if (isOauthPath(path)) return answerOauth(request, reply);
    if (path === mcpPath) checkOrigin(request, options);
    const methods =
      path === mcpPath ? ["POST"] : (methodsAt(path) ?? (hasDocument(path, options) ? ["GET", "HEAD"] : undefined));
    if (methods === undefined) {
      const detail = `No page or operation has this path. ${options.publicUrl}/docs lists what there is.`;
      return answer(request, reply, new Problem("not-found", detail));
    }
    const allow = methods.join(", ");
    if (request.method === "OPTIONS" && allowOrigin(request, reply, corsOrigins)) return answerPreflight(reply, allow);
    const detail = `This path answers ${allow} only.`;
    return answer(request, reply, new Problem("method-not-allowed", detail, { headers: { allow } }));
  }
  return app;
}
