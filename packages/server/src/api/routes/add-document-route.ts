import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls } from "../../call.ts";
import type { Pages } from "../../pages/pages.ts";
import { Problem } from "../../problem.ts";
import { checkHead } from "../check-head.ts";
import { checkNoBody } from "../read-body.ts";
import { sendProblemToReader } from "../send-problem.ts";

/** What the route of a document needs. */
export interface DocumentRouteOptions {
  readonly calls: Calls;
  readonly publicUrl: string;
  readonly pages: Pages;
}

/**
 * Adds the route of a document; `answer` sends it, or returns why not. A request that is one too many, has a wrong head or
 * has a body is refused.
 */
export function addDocumentRoute(
  app: FastifyInstance,
  url: string,
  { calls, ...site }: DocumentRouteOptions,
  answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Problem | Promise<FastifyReply | Problem>,
): void {
  app.get(url, async (request, reply) => {
    const refused = calls.limitUncounted(request.clientAddress) ?? checkHead(request) ?? checkNoBody(request);
    const answered = refused ?? (await answer(request, reply));
    return answered instanceof Problem ? sendProblemToReader(request, reply, answered, site) : answered;
  });
}
