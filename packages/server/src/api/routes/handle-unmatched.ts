import type { FastifyReply, FastifyRequest } from "fastify";
import { allowOrigin, answerPreflight, checkOrigin, type OriginPolicy } from "../../net/origins.ts";
import type { ServiceInfo } from "../../pages/pages.ts";
import { Problem } from "../../problem.ts";
import { resourceMetadataPaths } from "../../protected-resources.ts";
import { checkHead } from "../check-head.ts";
import { closeIfStillSending, sendProblem, sendProblemToReader } from "../send-problem.ts";
import { type DocumentOptions, hasDocument } from "./document-routes.ts";
import { mcpPath } from "./mcp-route.ts";
import { findMethods } from "./operation-routes.ts";

export interface UnmatchedOptions
  extends DocumentOptions,
    OriginPolicy,
    Pick<ServiceInfo, "keyUrl" | "authorizationServer"> {}

/** Answers a request that has no route: an unknown path, an unsupported method, or a preflight from a browser. */
export function handleUnmatched(
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: UnmatchedOptions,
): FastifyReply {
  const { calls, publicUrl, corsOrigins } = options;
  // Only programs call these paths, so never answer with a page, even if the Accept header prefers HTML, as in Java.
  const isForPrograms = /^\/(?:api|mcp)(?:\/|$)/i.test(path);
  const refuse = (problem: Problem) =>
    isForPrograms
      ? sendProblem(request, reply, problem, publicUrl)
      : sendProblemToReader(request, reply, problem, options);
  const refused = calls.limitUnchargedRequests(request.clientAddress) ?? checkHead(request);
  if (refused) return refuse(refused);
  const originProblem = path === mcpPath ? checkOrigin(request, options) : undefined;
  if (originProblem) return refuse(originProblem);
  const allow = listAllowedMethods(path, options)?.join(", ");
  if (allow === undefined) {
    if (isOauthPath(path)) return answerOauth(request, reply, options);
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

function listAllowedMethods(path: string, options: UnmatchedOptions): readonly string[] | undefined {
  if (path === mcpPath) return ["POST"];
  return findMethods(path) ?? (hasDocument(path, options) ? ["GET", "HEAD"] : undefined);
}

const oauthPaths =
  /^\/(\.well-known\/(oauth-(authorization-server|protected-resource)|openid-configuration)(\/.*)?|(mcp\/)?\.well-known\/openid-configuration|register|authorize|token)$/;

/** Whether clients request this path after a 401 to find out how to sign in. */
function isOauthPath(path: string): boolean {
  return oauthPaths.test(path);
}

/** Answers that users cannot sign in here. Some clients show only OAuth errors, so the answer has that form. */
function answerOauth(
  request: FastifyRequest,
  reply: FastifyReply,
  { keyUrl, authorizationServer, publicUrl }: UnmatchedOptions,
): FastifyReply {
  closeIfStillSending(request, reply);
  const hint = keyUrl === undefined ? "" : ` Keys are issued at ${keyUrl}`;
  const error_description =
    authorizationServer === undefined
      ? `Assay has no sign-in. Configure an API key from the identity service in your client: Authorization: Bearer ai_...${hint}`
      : `The sign-in for Assay is at ${authorizationServer}, as ${publicUrl}${resourceMetadataPaths.service} says.`;
  return reply
    .code(404)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ error: "invalid_request", error_description }));
}
