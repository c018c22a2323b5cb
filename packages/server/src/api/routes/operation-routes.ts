import { setImmediate as nextTurn } from "node:timers/promises";
import { type DomainList, type Json, type OperationId, operationIds, operations } from "@assay/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BegunCall, Calls, Head, RefusedCall } from "../../call.ts";
import { computeEtag, isNotModified } from "../../pages/etag.ts";
import { Problem } from "../../problem.ts";
import { checkHead } from "../check-head.ts";
import { checkBodyHeaders, checkNoBody, collectBody, continueSending, readBody } from "../read-body.ts";
import { sendProblem } from "../send-problem.ts";
import { addRoute } from "./add-route.ts";

/** The dependencies of the operation routes. */
export interface OperationRouteOptions {
  readonly publicUrl: string;
  readonly calls: Calls;
}

/** Adds a route for every operation. */
export function addOperationRoutes(app: FastifyInstance, options: OperationRouteOptions): void {
  for (const operation of operationIds) {
    const { method, path } = operations[operation];
    addRoute(app, method, path, {
      answer: (request, reply) => answerCall(request, reply, operation, options),
      // A request that is refused before it is admitted still counts as a call.
      refuse: (problem, request, reply) =>
        refuseCall(begin(request, operation, options), problem, request, reply, options),
    });
  }
}

/** Returns the methods of the operation at a path, if there is one. */
export function findMethods(path: string): readonly string[] | undefined {
  const operation = Object.values(operations).find((known) => known.path === path);
  return operation && (operation.method === "GET" ? ["GET", "HEAD"] : [operation.method]);
}

async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: OperationId,
  options: OperationRouteOptions,
): Promise<FastifyReply> {
  const { calls, publicUrl } = options;
  const takesBody = operations[operation].request !== undefined;
  const refusal = calls.refuseOverLimit(toHead(request, operation, options));
  // If the body came with the head, it is complete after one turn of the event loop, and the connection can stay open.
  if (refusal && takesBody) await nextTurn();
  if (refusal) return sendProblem(request, reply.headers(refusal.headers), refusal.problem, publicUrl);
  // Collect the body now. Otherwise its pieces would be held separately until the caller is known.
  const body = takesBody ? collectBody(request.raw) : undefined;
  const admitted = await calls.admit(begin(request, operation, options));
  const authenticated = await calls.authenticate(admitted);
  const received = await calls.receive(authenticated, async () => await receiveBody(request, reply, body));
  const readJson = () =>
    received.kind === "received" && received.bytes ? readBody(received.bytes) : readQuery(request);
  const call = await calls.run(received, readJson);
  if (call.kind === "refused") return await refuseCall(call, call.problem, request, reply, options);
  const response = "domains" in call.result ? toListResponse(call.result, request) : toResponse(call.result);
  return send(reply, response, await calls.conclude(call, response));
}

async function refuseCall(
  call: BegunCall | RefusedCall,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  { calls, publicUrl }: OperationRouteOptions,
): Promise<FastifyReply> {
  const rateLimit = await calls.conclude(call, { status: problem.status, problem });
  return sendProblem(request, reply.headers(rateLimit), problem, publicUrl);
}

async function receiveBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Promise<Uint8Array | Problem> | undefined,
): Promise<Uint8Array | Problem | undefined> {
  if (!body) return checkNoBody(request);
  const problem = checkBodyHeaders(request);
  if (problem) return problem;
  // Ask for the body only after this check, so that a client does not send a body whose headers are refused.
  continueSending(request, reply);
  return await body;
}

function begin(request: FastifyRequest, operation: OperationId, options: OperationRouteOptions): BegunCall {
  return options.calls.begin(toHead(request, operation, options));
}

function toHead(request: FastifyRequest, operation: OperationId, { publicUrl }: OperationRouteOptions): Head {
  return {
    operation,
    requestId: request.id,
    method: request.method,
    targetUri: `${publicUrl}${request.raw.url}`,
    rawHeaders: request.raw.rawHeaders,
    address: request.clientAddress,
    check: () => checkHead(request),
  };
}

// Unknown parameters are ignored, as on any page.
function readQuery({ raw: { url = "" } }: FastifyRequest): Json | Problem {
  const products = new URLSearchParams(/\?.*/s.exec(url)?.[0]).getAll("targetProduct");
  if (products.length > 1) {
    return new Problem("bad-request", `The parameter targetProduct appears ${products.length} times. Send it once.`);
  }
  return products[0] === undefined ? {} : { targetProduct: products[0] };
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

// A client that already has the current list gets 304 without a body.
function toListResponse({ caller, ...list }: DomainList, { headers }: FastifyRequest): Response {
  const written = writtenLists.get(list.domains) ?? writeList(list);
  writtenLists.set(list.domains, written);
  const { body, etag } = written;
  // An answer that names its caller must not be stored in any cache.
  if (caller) {
    const text = `${body.slice(0, -1)},"caller":${JSON.stringify(caller)}}`;
    return { status: 200, headers: { "cache-control": "private, no-store", "content-type": contentType }, body: text };
  }
  const caching = { etag, "cache-control": "private, no-cache" };
  if (isNotModified(etag, headers["if-none-match"])) return { status: 304, headers: caching, body: undefined };
  return { status: 200, headers: { ...caching, "content-type": contentType }, body };
}

// A list of many domains takes milliseconds to write and to hash. The domains of a list stay the same until one changes.
const writtenLists = new WeakMap<DomainList["domains"], ReturnType<typeof writeList>>();

function writeList(list: Omit<DomainList, "caller">) {
  const body = JSON.stringify(list);
  return { body, etag: computeEtag(body) };
}

function send(reply: FastifyReply, { status, headers, body }: Response, rateLimit: Response["headers"]): FastifyReply {
  return reply.headers(rateLimit).headers(headers).code(status).send(body);
}
