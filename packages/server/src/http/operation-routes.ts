import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticated, Begun, Call, Calls, Refused } from "../call.ts";
import { type Operation, operationList } from "../operations/operation-list.ts";
import { checkHead } from "./check-head.ts";
import { clientGone } from "./client-gone.ts";
import { etagOf, isKnown } from "./etag.ts";
import { bodyOf, checkBodyHeaders, checkNoBody, continueSending, readBody } from "./read-body.ts";
import { sendProblem } from "./send-problem.ts";
import { toProblem } from "./to-problem.ts";

/** What the routes of operations need. */
export interface OperationRouteOptions {
  readonly publicUrl: string;
  readonly calls: Calls;
}

declare module "fastify" {
  interface FastifyRequest {
    /** How far the call of this request came: Fastify runs a request in several functions. */
    call: Call | undefined;
  }
}

/** Adds a route for every operation. */
export function addOperationRoutes(app: FastifyInstance, options: OperationRouteOptions): void {
  app.decorateRequest("call", undefined);
  for (const operation of operationList) addOperationRoute(app, operation, options);
}

/** Returns the methods of the operation at a path, if there is one. */
export function methodsAt(path: string): readonly string[] | undefined {
  const operation = operationList.find((known) => known.path === path);
  return operation && (operation.method === "GET" ? ["GET", "HEAD"] : [operation.method]);
}

function addOperationRoute(app: FastifyInstance, operation: Operation, options: OperationRouteOptions): void {
  const { calls, publicUrl } = options;
  function advance<Stage extends Call>(request: FastifyRequest, call: Stage | Refused): Stage {
    request.call = call;
    if (call.kind === "refused") throw call.problem;
    return call as Stage;
  }
  app.route({
    method: operation.method,
    url: operation.path,
    async onRequest(request, reply) {
      const admitted = await calls.admit(begin(request, operation, options));
      advance<Authenticated>(request, await calls.authenticate(admitted));
      if (!operation.takesBody) return checkNoBody(request);
      checkBodyHeaders(request);
      // Only now, so that a body that is refused by its headers is never sent.
      continueSending(request, reply);
    },
    async handler(request, reply) {
      const bytes = operation.takesBody ? bodyOf(request) : undefined;
      const received = advance(request, calls.receive(authenticated(request.call), bytes));
      const body = bytes === undefined ? null : readBody(bytes);
      const answered = advance(request, await calls.run(received, body, () => clientGone(reply)));
      const response = operation.takesBody ? toResponse(answered.result) : toRevalidated(answered.result, request);
      return send(reply, response, await calls.conclude(answered, response));
    },
    async errorHandler(error, request, reply) {
      const problem = toProblem(error, request);
      // A request that was refused before its turn came is a call all the same.
      const call = request.call ?? begin(request, operation, options);
      const rateLimit = await calls.conclude(call, { status: problem.status, problem });
      return sendProblem(request, reply.headers(rateLimit), problem, publicUrl);
    },
  });
}

function begin(request: FastifyRequest, { id }: Operation, { calls, publicUrl }: OperationRouteOptions): Begun {
  return calls.begin({
    operation: id,
    requestId: request.id,
    method: request.method,
    targetUri: `${publicUrl}${request.raw.url}`,
    rawHeaders: request.raw.rawHeaders,
    address: request.clientAddress,
    isForwarded: request.isForwarded,
    check: () => checkHead(request),
  });
}

function authenticated(call: Call | undefined): Authenticated {
  if (call?.kind !== "authenticated") throw new Error("a request was handled before its caller was authenticated");
  return call;
}

interface Response {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

const contentType = "application/json; charset=utf-8";

function toResponse(result: object): Response {
  const headers = { "cache-control": "no-store", "content-type": contentType };
  return { status: 200, headers, body: JSON.stringify(result) };
}

// A client that has the current list already gets 304 without a body.
function toRevalidated(result: object, { headers }: FastifyRequest): Response {
  // An answer that names its caller is for nobody else, and is kept nowhere.
  if ("caller" in result) {
    const response = toResponse(result);
    return { ...response, headers: { ...response.headers, "cache-control": "private, no-store" } };
  }
  const body = JSON.stringify(result);
  const etag = etagOf(body);
  const caching = { etag, "cache-control": "private, no-cache" };
  if (isKnown(etag, headers["if-none-match"])) return { status: 304, headers: caching, body: undefined };
  return { status: 200, headers: { ...caching, "content-type": contentType }, body };
}

function send(reply: FastifyReply, { status, headers, body }: Response, rateLimit: Response["headers"]): FastifyReply {
  return reply.headers(rateLimit).headers(headers).code(status).send(body);
}
