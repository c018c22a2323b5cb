import { createHash } from "node:crypto";
import type { Json, OperationId } from "@assay/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Call, Calls } from "../call.ts";
import { catalog, type Operation } from "../operations/catalog.ts";
import { addressOf } from "./address-of.ts";
import { checkHead } from "./check-head.ts";
import { clientGone } from "./client-gone.ts";
import { checkBodyHeaders, checkNoBody, readBody } from "./read-body.ts";
import { sendJson, sendProblem } from "./send-problem.ts";
import { toProblem } from "./to-problem.ts";

/** What the routes of operations need. */
export interface RouteOptions {
  readonly publicUrl: string;
  readonly calls: Calls;
}

interface Begun {
  readonly at: number;
  readonly call: Call;
}

/** Adds a route for every operation. */
export function addOperationRoutes(app: FastifyInstance, options: RouteOptions): void {
  for (const operation of catalog) addOperationRoute(app, operation, options);
}

/** The methods of the operation at a path, if there is one. */
export function methodsAt(path: string): readonly string[] | undefined {
  const operation = catalog.find((known) => known.path === path);
  return operation && (operation.method === "GET" ? ["GET", "HEAD"] : [operation.method]);
}

function addOperationRoute(app: FastifyInstance, operation: Operation, options: RouteOptions): void {
  const { calls } = options;
  const begun = new WeakMap<FastifyRequest, Begun>();
  const begin = (request: FastifyRequest): Begun => {
    const { rawHeaders } = request.raw;
    const call = calls.begin({
      operation: operation.id,
      requestId: request.id,
      method: request.method,
      targetUri: `${options.publicUrl}${request.raw.url}`,
      rawHeaders,
      address: addressOf(request),
      check: () => checkHead(request),
    });
    const fresh = { at: performance.now(), call };
    begun.set(request, fresh);
    return fresh;
  };
  const end = (
    request: FastifyRequest,
    reply: FastifyReply,
    { at, call }: Begun,
    more: Omit<Parameters<typeof calls.ended>[0], "requestId" | "operation" | "status" | "milliseconds">,
  ) =>
    calls.ended({
      requestId: request.id,
      operation: operation.id as OperationId,
      status: reply.statusCode,
      ...tellOf(call.caller),
      milliseconds: Math.round(10 * (performance.now() - at)) / 10,
      ...more,
    });

  app.route({
    method: operation.method,
    url: operation.path,
    async onRequest(request, reply) {
      await begin(request).call.admit();
      if (!operation.takesBody) return checkNoBody(request);
      checkBodyHeaders(request);
      // Only now, so that a body which is refused by its headers is never sent.
      if (request.headers.expect !== undefined && request.raw.httpVersion === "1.1") reply.raw.writeContinue();
    },
    async handler(request, reply) {
      const { call } = begun.get(request) as Begun;
      const bytes = operation.takesBody ? ((request.body as Uint8Array | undefined) ?? new Uint8Array()) : undefined;
      if (bytes !== undefined) call.checkBody(bytes);
      const body: Json = bytes === undefined ? null : readBody(bytes);
      const result = await call.run(body, () => clientGone(reply));
      reply.headers(call.headers);
      const sent = operation.takesBody
        ? sendJson(reply.header("cache-control", "no-store"), result)
        : sendRevalidated(request, reply, result);
      const { targetProduct, domainId } = (body ?? {}) as { targetProduct?: string; domainId?: string };
      const { valid } = result as { valid?: boolean };
      end(request, reply, begun.get(request) as Begun, { targetProduct, domainId, valid });
      return sent;
    },
    async errorHandler(error, request, reply) {
      const problem = toProblem(error, request);
      // Whatever was refused before its turn came is a call all the same, unless this instance takes none any more.
      const known = begun.get(request) ?? begin(request);
      if (problem.code !== "shutting-down") await known.call.refused(problem);
      const sent = sendProblem(request, reply.headers(known.call.headers), problem, options.publicUrl);
      end(request, reply, known, {
        code: problem.code,
        ...(problem.cause === undefined ? {} : { cause: problem.cause }),
      });
      return sent;
    },
  });
}

// The caller, as the log names it; never a key.
function tellOf(caller: Call["caller"]) {
  if (caller === undefined || caller.kind === "anonymous") return {};
  const { kind, id } = caller;
  return { caller: kind, callerId: id, ...(kind === "agent" && { issuer: caller.issuer }) };
}

function sendRevalidated(request: FastifyRequest, reply: FastifyReply, value: object): FastifyReply {
  const body = JSON.stringify(value);
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  reply.header("etag", etag).header("cache-control", "private, no-cache");
  const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known?.includes(etag) || known?.includes("*")) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
}
