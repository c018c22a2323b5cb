import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls } from "../call.ts";
import { asProblem, type Problem } from "../problem.ts";
import { addressOf } from "./address-of.ts";
import { checkHead } from "./check-head.ts";
import { checkSender, type Neighbourhood } from "./check-sender.ts";
import { clientGone } from "./client-gone.ts";
import { fromFramework } from "./from-framework.ts";
import { checkBodyHeaders } from "./read-body.ts";
import { stopSender } from "./respond.ts";

/** What the route of MCP needs. */
export interface McpRouteOptions extends Neighbourhood {
  readonly calls: Calls;
  readonly mcp: {
    answer(request: McpRequest): Promise<McpAnswer>;
    /** The answer to a request whose body was not read. */
    refuse(problem: Problem, requestId: string): McpAnswer;
  };
}

interface McpRequest {
  readonly body: Uint8Array;
  readonly rawHeaders: readonly string[];
  readonly address: string;
  readonly requestId: string;
  clientGone(): AbortSignal;
}

interface McpAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export const mcpPath = "/mcp";

/** Adds the route of MCP: whatever it refuses is an error of JSON-RPC, because its clients read nothing else. */
export function addMcp(app: FastifyInstance, options: McpRouteOptions): void {
  const { mcp, calls } = options;
  // What is refused before it is read is not counted, and so it has the bound of all that is not.
  const boundProblem = (problem: Problem, request: FastifyRequest): Problem => {
    if (problem.code === "shutting-down") return problem;
    try {
      calls.bound(addressOf(request));
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
      checkSender(request, options);
      checkBodyHeaders(request);
      if (request.headers.expect !== undefined && request.raw.httpVersion === "1.1") reply.raw.writeContinue();
    },
    async handler(request, reply) {
      const answer = await mcp.answer({
        body: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
        rawHeaders: request.raw.rawHeaders,
        address: addressOf(request),
        requestId: request.id,
        clientGone: () => clientGone(reply),
      });
      return send(reply, answer);
    },
    errorHandler(error, request, reply) {
      stopSender(request, reply);
      return send(reply, mcp.refuse(boundProblem(fromFramework(error, request), request), request.id));
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
