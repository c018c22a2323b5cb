import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import { allowOrigin, answerPreflight } from "./allow-origin.ts";
import { answerOauth, isOauthPath } from "./answer-oauth.ts";
import { checkHead } from "./check-head.ts";
import { checkOrigin, type OriginPolicy } from "./check-origin.ts";
import { type DocumentOptions, hasDocument } from "./document-routes.ts";
import { mcpPath } from "./mcp-route.ts";
import { methodsAt } from "./operation-routes.ts";
import { sendProblem } from "./send-problem.ts";
import type { ServiceFacts } from "./service-facts.ts";

export interface ElsewhereOptions extends DocumentOptions, OriginPolicy, Pick<ServiceFacts, "keyUrl"> {}

/** Answers a request that has no route: a wrong path, a wrong method, or a preflight of a browser. */
export function answerElsewhere(
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ElsewhereOptions,
): FastifyReply {
  const { calls, publicUrl, corsOrigins } = options;
  calls.limitUncounted(request.clientAddress);
  checkHead(request);
  if (isOauthPath(path)) return answerOauth(request, reply, options);
  if (path === mcpPath) checkOrigin(request, options);
  const allow = allowedAt(path, options)?.join(", ");
  if (allow === undefined) {
    const detail = `No page or operation has this path. ${publicUrl}/docs lists them.`;
    return sendProblem(request, reply, new Problem("not-found", detail), publicUrl);
  }
  if (request.method === "OPTIONS" && allowOrigin(request, reply, corsOrigins)) return answerPreflight(reply, allow);
  const detail =
    path === mcpPath
      ? `This is an MCP endpoint, which supports only ${allow}. Add its URL to an MCP client; ${publicUrl}/docs says how.`
      : `This path supports only ${allow}.`;
  const problem = new Problem("method-not-allowed", detail, { headers: { allow } });
  return sendProblem(request, reply, problem, publicUrl);
}

function allowedAt(path: string, options: ElsewhereOptions): readonly string[] | undefined {
  if (path === mcpPath) return ["POST"];
  return methodsAt(path) ?? (hasDocument(path, options) ? ["GET", "HEAD"] : undefined);
}
