import type { FastifyReply, FastifyRequest } from "fastify";
import { stopSender } from "./send-problem.ts";

const asked =
  /^\/(\.well-known\/(oauth-(authorization-server|protected-resource)|openid-configuration)(\/.*)?|(mcp\/)?\.well-known\/openid-configuration|register|authorize|token)$/;

/** Whether a client that got a 401 asks here how to sign in. */
export function isOauthPath(path: string): boolean {
  return asked.test(path);
}

/** There is no way to sign in here; some clients show their user this text, and none that is shaped otherwise. */
export function answerOauth(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  stopSender(request, reply);
  const error_description =
    "Assay has no sign-in. Set a key of the identity service in your client: the header Authorization: Bearer ai_...";
  return reply
    .code(404)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ error: "invalid_request", error_description }));
}
