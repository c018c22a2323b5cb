import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { clientAt } from "../net/client-at.ts";
import { closeWhenIdle, isUnused, type Listener, requestTimeoutMs } from "../net/listen.ts";
import { allowOrigin } from "../net/origins.ts";
import { createRequestQueue } from "../net/request-queue.ts";
import { createSenderOf, type Sender } from "../net/sender-of.ts";
import { createUnreadBodies, type UnreadBodies, type UnreadBodiesOptions } from "../net/unread-bodies.ts";
import { Problem } from "../problem.ts";
import { type RawError, rawAnswer } from "./raw-answer.ts";
import { createRefuseOverLimit } from "./refuse-over-limit.ts";
import { createRefuseOverload } from "./refuse-overload.ts";
import { type RouteOptions, toProblem } from "./routes/add-route.ts";
import { addDocumentRoutes } from "./routes/document-routes.ts";
import { handleUnmatched, type UnmatchedOptions } from "./routes/handle-unmatched.ts";
import { addMcpRoute, type McpRouteOptions } from "./routes/mcp-route.ts";
import { addOperationRoutes } from "./routes/operation-routes.ts";
import { sendProblem } from "./send-problem.ts";

export interface ApiOptions extends UnmatchedOptions, Omit<McpRouteOptions, keyof RouteOptions> {
  readonly listener: Listener;
  /** Whether `X-Forwarded-For` from this address is trusted; absent if no address is. */
  readonly isTrustedProxy: ((address: string) => boolean) | undefined;
  /** Whether an address has no bound: that of a trusted proxy or of the identity service. */
  isUnbounded(address: string): boolean;
  /** Called when a trusted proxy forwarded a request without the address of its client. */
  unnamed(): void;
  /** Called when a request names another client, but no proxy is trusted, with the address that it counts for. */
  forwardingIgnored(address: string): void;
  /** Called when a body was given up because of a bound. */
  readonly closed: UnreadBodiesOptions["closed"];
  /** True from the moment the process was asked to stop. */
  isDraining(): boolean;
  /** Called when a request was not processed: because too many were waiting, or because its client had gone. */
  shed(reason: "overload" | "client-gone"): void;
  /** Called when a request other than a call failed by a fault of ours; the caller has the request id. */
  failed(requestId: string, cause: unknown): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The client's address: the one that a trusted proxy names, or else the connected one. */
    clientAddress: string;
  }
}

/** Creates the HTTP API on a server that listens already; the server answers once all routes are ready. */
export async function createApi(options: ApiOptions): Promise<FastifyInstance> {
  const { listener, corsOrigins, publicUrl, isUnbounded, calls } = options;
  const senderOf = createSenderOf(options.isTrustedProxy);
  const bodies = createUnreadBodies({
    clientOf(request) {
      const { address } = senderOf(request);
      return { name: clientAt(address), isUnbounded: isUnbounded(address) };
    },
    closed: options.closed,
  });
  let route: RequestListener | undefined;
  const app = fastify({
    serverFactory(handler) {
      route = handler;
      return listener.server;
    },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logger: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 128 },
    clientErrorHandler: (error, socket) => refuseRaw(error, socket),
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      prepare(request, reply, corsOrigins);
      // No hook runs for these requests.
      const { address } = senderOf(request.raw);
      sendProblem(request, reply, calls.limitUncounted(address) ?? toProblem(error), publicUrl);
    },
  });
  function refuseRaw(error: RawError, socket: Duplex): void {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isUnused(socket)) closeWhenIdle(socket);
    else listener.connections.endWith(socket, rawAnswer(error, publicUrl));
  }
  listener.server.on("connect", (_request, socket) => refuseRaw(new Error("CONNECT"), socket));
  app.removeAllContentTypeParsers();
  const routeOptions = { ...options, bodyOf: bodies.whole };
  const state = { isClosing: false };
  addHooks(app, state, senderOf, options);
  addOperationRoutes(app, routeOptions);
  addDocumentRoutes(app, options);
  addMcpRoute(app, routeOptions);
  // Until then Fastify would run routes without their hooks.
  await app.ready();
  if (route) serveThroughQueue(route, bodies, state, senderOf, options);
  return app;
}

interface ApiState {
  isClosing: boolean;
}

type SenderOf = ReturnType<typeof createSenderOf>;

function serveThroughQueue(
  route: RequestListener,
  bodies: UnreadBodies,
  state: ApiState,
  senderOf: SenderOf,
  options: ApiOptions,
): void {
  const { listener, shed } = options;
  const refuse = createRefuseOverload(options);
  const queue = createRequestQueue({
    answer: route,
    refuse(request, response) {
      shed("overload");
      refuse(request, response);
    },
    clientOf: (request) => clientAt(senderOf(request).address),
    dropped: () => shed("client-gone"),
    elapsedMs: () => performance.now(),
    nextTurn: setImmediate,
  });
  listener.server.on("connection", queue.connected);
  const enqueue: RequestListener = (request, response) => {
    bodies.collect(request);
    queue.add(request, response);
  };
  const early = {
    ...options,
    senderOf,
    noteSender: (sender: Sender, request: IncomingMessage) => noteSender(sender, request, options),
    isClosing: () => state.isClosing,
    nextTurn: setImmediate,
  };
  listener.serve(createRefuseOverLimit(early, enqueue));
}

function addHooks(app: FastifyInstance, state: ApiState, senderOf: SenderOf, options: ApiOptions): void {
  const { listener, corsOrigins, publicUrl, isDraining } = options;
  app.decorateRequest("clientAddress", "");
  app.addHook("onRequest", async (request, reply) => {
    prepare(request, reply, corsOrigins);
    const sender = senderOf(request.raw);
    request.clientAddress = sender.address;
    noteSender(sender, request.raw, options);
    if (state.isClosing) {
      const problem = shuttingDown();
      const { refuse } = request.routeOptions.config;
      return refuse ? await refuse(problem, request, reply) : sendProblem(request, reply, problem, publicUrl);
    }
    const [path = ""] = request.url.split("?", 1);
    // Answered before a body is read. No path has percent codes, so a proxy that guards a path by its name sees the name.
    if (request.is404 || path.includes("%")) return handleUnmatched(path, request, reply, options);
  });
  // Asked when the answer is ready, because a call may begin before draining and end after.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining()) reply.header("connection", "close");
    done();
  });
  app.addHook("preClose", async () => {
    state.isClosing = true;
    listener.connections.endUnused();
    // A closed server checks no timeouts: half a request would keep the process alive for ever.
    const late = setTimeout(() => listener.server.closeAllConnections(), requestTimeoutMs);
    listener.server.once("close", () => clearTimeout(late));
  });
  app.addHook("onClose", () => listener.close());
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error);
    if (problem.code === "internal") options.failed(request.id, problem.cause);
    prepare(request, reply, corsOrigins);
    return sendProblem(request, reply, problem, publicUrl);
  });
}

function prepare(request: FastifyRequest, reply: FastifyReply, corsOrigins: ReadonlySet<string>): void {
  reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  allowOrigin(request, reply, corsOrigins);
}

function shuttingDown(): Problem {
  const detail = "This instance is shutting down. Send the request again on a new connection.";
  return new Problem("shutting-down", detail, { retryAfterSeconds: 1 });
}

function noteSender({ address, isUnnamed }: Sender, { headers }: IncomingMessage, options: ApiOptions): void {
  const { isTrustedProxy, unnamed, forwardingIgnored } = options;
  if (isUnnamed) unnamed();
  if (!isTrustedProxy && headers["x-forwarded-for"] !== undefined) forwardingIgnored(address);
}
