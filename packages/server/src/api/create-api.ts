import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { findSender, type Sender } from "../net/find-sender.ts";
import { idleTimeoutMs, type Listener, requestTimeoutMs } from "../net/listen.ts";
import { allowOrigin } from "../net/origins.ts";
import { chooseRequestId } from "../net/request-ids.ts";
import { Problem } from "../problem.ts";
import { toProblem } from "./routes/add-route.ts";
import { addDocumentRoutes } from "./routes/document-routes.ts";
import { handleUnmatched, type UnmatchedOptions } from "./routes/handle-unmatched.ts";
import { addMcpRoute, type McpRouteOptions } from "./routes/mcp-route.ts";
import { addOperationRoutes } from "./routes/operation-routes.ts";
import { sendProblem } from "./send-problem.ts";
import { type RawError, writeRawAnswer } from "./write-raw-answer.ts";

export interface ApiOptions extends UnmatchedOptions, McpRouteOptions {
  readonly listener: Listener;
  /** Whether `X-Forwarded-For` and `X-Request-Id` from this address are trusted; undefined if no proxy is trusted. */
  readonly isTrustedProxy: ((address: string) => boolean) | undefined;
  /** Called when a trusted proxy forwards a request without the address of its client. */
  onUnknownClient(): void;
  /** Called when a request has `X-Forwarded-For` but no proxy is trusted, with the address of its connection. */
  onForwardingIgnored(address: string): void;
  /** Whether the process has been asked to stop. */
  isDraining(): boolean;
  /** Called when a request is refused because too many are in progress. */
  onOverload(): void;
  /** Called when a request that is not a call fails with an internal error. The answer has the same request id. */
  onFailure(requestId: string, cause: unknown): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The client's address: as reported by a trusted proxy, or else the address of the connection. */
    clientAddress: string;
  }
}

/** Creates the HTTP API on a server that is already listening. It starts answering once all routes are ready. */
export async function createApi(options: ApiOptions): Promise<FastifyInstance> {
  const { listener, corsOrigins, publicUrl, calls, isTrustedProxy } = options;
  let handleRequest: RequestListener | undefined;
  const app = fastify({
    serverFactory(handler) {
      handleRequest = handler;
      return listener.server;
    },
    genReqId: (request) => chooseRequestId(request as IncomingMessage, isTrustedProxy),
    requestIdHeader: false,
    logger: false,
    // No route has a schema, so Fastify need not load its compilers.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 128 },
    clientErrorHandler: (error, socket) => refuseRaw(error, socket as Socket),
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      setCommonHeaders(request, reply, corsOrigins);
      // Fastify runs no hooks for these requests, so apply the limit here.
      const { address } = findSender(request.raw, isTrustedProxy);
      sendProblem(request, reply, calls.limitUnchargedRequests(address) ?? toProblem(error), publicUrl);
    },
  });
  function refuseRaw(error: RawError, socket: Socket): void {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    // Node starts the timeout of the first request when the connection opens, but a client that has sent nothing is not
    // slow: it opened the connection early, or its machine is busy.
    else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0) socket.setTimeout(idleTimeoutMs);
    else listener.connections.closeWithAnswer(socket, writeRawAnswer(error, publicUrl));
  }
  listener.server.on("connect", (_request, socket) => refuseRaw(new Error("CONNECT"), socket as Socket));
  app.removeAllContentTypeParsers();
  addHooks(app, options);
  addOperationRoutes(app, options);
  addDocumentRoutes(app, options);
  addMcpRoute(app, options);
  // Before it is ready, Fastify would run routes without their hooks.
  await app.ready();
  if (handleRequest) listener.serve(handleRequest);
  return app;
}

function refuseSchema(): never {
  throw new Error("no route can have a schema");
}

/** The maximum number of requests in progress, counted when their heads arrive. Together, bodies take up to 32 MiB. */
export const maxInProgress = 512;

function addHooks(app: FastifyInstance, options: ApiOptions): void {
  const { listener, corsOrigins, publicUrl, isTrustedProxy, isDraining, onOverload } = options;
  let isClosing = false;
  let inProgress = 0;
  app.decorateRequest("clientAddress", "");
  app.addHook("onRequest", async (request, reply) => {
    setCommonHeaders(request, reply, corsOrigins);
    const sender = findSender(request.raw, isTrustedProxy);
    request.clientAddress = sender.address;
    reportSender(sender, request.raw, options);
    const isFull = inProgress >= maxInProgress;
    if (isClosing || isFull) {
      if (isFull) onOverload();
      const problem = isClosing ? refuseClosing() : refuseOverload();
      const { refuse } = request.routeOptions.config;
      return refuse ? await refuse(problem, request, reply) : sendProblem(request, reply, problem, publicUrl);
    }
    inProgress += 1;
    reply.raw.once("close", () => {
      inProgress -= 1;
    });
    const [path = ""] = request.url.split("?", 1);
    // Answer before the body is read. Refuse percent-encoded paths, so that a proxy can block a path by its plain name.
    if (request.is404 || path.includes("%")) return handleUnmatched(path, request, reply, options);
  });
  // Check when the answer is ready, because draining can start while a call is in progress.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining()) reply.header("connection", "close");
    done();
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    listener.connections.closeIdle();
    // A closed server does not check timeouts, so an incomplete request would keep the process alive forever.
    const closeTimer = setTimeout(() => listener.server.closeAllConnections(), requestTimeoutMs);
    listener.server.once("close", () => clearTimeout(closeTimer));
  });
  app.addHook("onClose", () => listener.close());
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error);
    if (problem.code === "internal") options.onFailure(request.id, problem.cause);
    setCommonHeaders(request, reply, corsOrigins);
    return sendProblem(request, reply, problem, publicUrl);
  });
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, corsOrigins: ReadonlySet<string>): void {
  reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  allowOrigin(request, reply, corsOrigins);
}

function refuseClosing(): Problem {
  const detail = "This instance is shutting down. Send the request again on a new connection.";
  return new Problem("shutting-down", detail, { retryAfterSeconds: 1 });
}

function refuseOverload(): Problem {
  const detail = `This instance has ${maxInProgress} requests in progress, which is the maximum. Retry after 1 second.`;
  return new Problem("overloaded", detail, { retryAfterSeconds: 1 });
}

function reportSender({ address, isClientUnknown }: Sender, { headers }: IncomingMessage, options: ApiOptions): void {
  const { isTrustedProxy, onUnknownClient, onForwardingIgnored } = options;
  if (isClientUnknown) onUnknownClient();
  if (!isTrustedProxy && headers["x-forwarded-for"] !== undefined) onForwardingIgnored(address);
}
