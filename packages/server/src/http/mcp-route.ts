import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls } from "../call.ts";
import type { Mcp } from "../mcp/mcp.ts";
import { asProblem, type Problem } from "../problem.ts";
import type { McpAnswer } from "../shared/ports.ts";
import { checkHead } from "./check-head.ts";
import { checkOrigin, type OriginPolicy } from "./check-origin.ts";
import { clientGone } from "./client-gone.ts";
import { bodyOf, checkBodyHeaders, continueSending } from "./read-body.ts";
import { stopSender } from "./send-problem.ts";
import { toProblem } from "./to-problem.ts";

/** What the route of MCP needs. */
export interface McpRouteOptions extends OriginPolicy {
  readonly calls: Calls;
  readonly mcp: Pick<Mcp, "answer" | "refuse">;
}

export const mcpPath = "/mcp";

/** Adds the route of MCP. Refusals are JSON-RPC errors, because MCP clients read nothing else. */
export function addMcpRoute(app: FastifyInstance, options: McpRouteOptions): void {
  const { mcp, calls } = options;
  // A request that is refused before it is read is not counted, so it is bounded like everything uncounted.
  const boundProblem = (problem: Problem, request: FastifyRequest): Problem => {
    if (problem.entry.counted === false) return problem;
    try {
      calls.limitUncounted(request.clientAddress);
      return problem;
    } catch (reason) {
      return asProblem(reason);
    }
  };
  app.route({
    method: "POST",
    url: mcpPath,
    async onRequest(request, reply) {
      checkHead(request);
      checkOrigin(request, options);
      checkBodyHeaders(request);
      // Before the message is there, because what it is can be known only then.
      calls.limitMessages(request.clientAddress);
      continueSending(request, reply);
    },
    async handler(request, reply) {
      const answer = await mcp.answer({
        body: bodyOf(request),
        rawHeaders: request.raw.rawHeaders,
        address: request.clientAddress,
        isForwarded: request.isForwarded,
        requestId: request.id,
        clientGone: () => clientGone(reply),
      });
      return send(reply, answer);
    },
    errorHandler(error, request, reply) {
      stopSender(request, reply);
      return send(reply, mcp.refuse(boundProblem(toProblem(error, request), request), request.id));
    },
  });
}

function send(reply: FastifyReply, { status, headers, body }: McpAnswer): FastifyReply {
  return reply
    .headers(headers)
    .header("cache-control", "no-store")
    .code(status)
    .send(body === "" ? undefined : body);
}
