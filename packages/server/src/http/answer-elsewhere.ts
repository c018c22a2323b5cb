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
  const refuse = (problem: Problem) => sendProblem(request, reply, problem, publicUrl);
  const refused = calls.limitUncounted(request.clientAddress) ?? checkHead(request);
  if (refused) return refuse(refused);
  if (isOauthPath(path)) return answerOauth(request, reply, options);
  const foreign = path === mcpPath ? checkOrigin(request, options) : undefined;
  if (foreign) return refuse(foreign);
  const allow = allowedAt(path, options)?.join(", ");
  if (allow === undefined) {
    const detail = `No page or operation has this path. ${publicUrl}/docs lists them.`;
    return refuse(new Problem("not-found", detail));
  }
  if (request.method === "OPTIONS" && allowOrigin(request, reply, corsOrigins)) return answerPreflight(reply, allow);
  const detail =
    path === mcpPath
      ? `This is an MCP endpoint, which supports only ${allow}. Add its URL to an MCP client; ${publicUrl}/docs says how.`
      : `This path supports only ${allow}.`;
  return refuse(new Problem("method-not-allowed", detail, { headers: { allow } }));
}

function allowedAt(path: string, options: ElsewhereOptions): readonly string[] | undefined {
  if (path === mcpPath) return ["POST"];
  return methodsAt(path) ?? (hasDocument(path, options) ? ["GET", "HEAD"] : undefined);
}
