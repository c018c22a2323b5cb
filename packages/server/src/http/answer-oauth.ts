import type { FastifyReply, FastifyRequest } from "fastify";
import { stopSender } from "./send-problem.ts";
import type { ServiceFacts } from "./service-facts.ts";

const oauthPaths =
  /^\/(\.well-known\/(oauth-(authorization-server|protected-resource)|openid-configuration)(\/.*)?|(mcp\/)?\.well-known\/openid-configuration|register|authorize|token)$/;

/** Tells whether a path is one on which clients look for a sign-in after a 401. */
export function isOauthPath(path: string): boolean {
  return oauthPaths.test(path);
}

/** Answers that there is no sign-in, in the shape of an OAuth error: some clients show their user only that. */
export function answerOauth(
  request: FastifyRequest,
  reply: FastifyReply,
  { keyUrl }: Pick<ServiceFacts, "keyUrl">,
): FastifyReply {
  stopSender(request, reply);
  const where = keyUrl === undefined ? "" : ` Keys are issued at ${keyUrl}`;
  const error_description = `Assay has no sign-in. Configure an API key from the identity service in your client: Authorization: Bearer ai_...${where}`;
  return reply
    .code(404)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ error: "invalid_request", error_description }));
}
