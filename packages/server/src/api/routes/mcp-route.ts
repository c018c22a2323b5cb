import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls } from "../../call.ts";
import { checkOrigin, type OriginPolicy } from "../../net/origins.ts";
import { Problem } from "../../problem.ts";
import { checkHead } from "../check-head.ts";
import type { Mcp } from "../mcp/mcp.ts";
import type { McpAnswer } from "../mcp/message-server.ts";
import { checkBodyHeaders, collectBody, continueSending } from "../read-body.ts";
import { closeIfStillSending } from "../send-problem.ts";
import { addRoute } from "./add-route.ts";

/** The dependencies of the MCP route. */
export interface McpRouteOptions extends OriginPolicy {
  readonly calls: Calls;
  readonly mcp: Pick<Mcp, "answer" | "refuse">;
}

export const mcpPath = "/mcp";

/** Adds the MCP route. Refusals are JSON-RPC errors, because MCP clients read nothing else. */
export function addMcpRoute(app: FastifyInstance, options: McpRouteOptions): void {
  addRoute(app, "POST", mcpPath, {
    async answer(request, reply) {
      const body = await receiveMessage(request, reply, options);
      if (body instanceof Problem) return refuse(body, request, reply, options);
      const answer = await options.mcp.answer({
        body,
        rawHeaders: request.raw.rawHeaders,
        address: request.clientAddress,
        requestId: request.id,
      });
      return send(reply, answer);
    },
    refuse: (problem, request, reply) => refuse(problem, request, reply, options),
  });
}

async function receiveMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: McpRouteOptions,
): Promise<Uint8Array | Problem> {
  const problem =
    checkHead(request) ??
    checkOrigin(request, options) ??
    checkBodyHeaders(request) ??
    // Whether a message is a call is known only once it is read, so a limit for all messages comes first.
    options.calls.limitMessages(request.clientAddress);
  if (problem) return problem;
  continueSending(request, reply);
  return await collectBody(request.raw);
}

function refuse(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  { mcp, calls }: McpRouteOptions,
): FastifyReply {
  closeIfStillSending(request, reply);
  // A request that is refused before its message is read is not a call, so the limit for other requests applies.
  const overloaded = problem.entry.counted === false ? undefined : calls.limitUnchargedRequests(request.clientAddress);
  return send(reply, mcp.refuse(overloaded ?? problem, request.id));
}

function send(reply: FastifyReply, { status, headers, body }: McpAnswer): FastifyReply {
  return reply
    .headers(headers)
    .header("cache-control", "no-store")
    .code(status)
    .send(body === "" ? undefined : body);
}
