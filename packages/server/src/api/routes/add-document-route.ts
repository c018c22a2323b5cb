import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls } from "../../call.ts";
import type { Pages } from "../../pages/pages.ts";
import { Problem } from "../../problem.ts";
import { checkHead } from "../check-head.ts";
import { checkNoBody } from "../read-body.ts";
import { sendProblemToReader } from "../send-problem.ts";

/** The dependencies of a document route. */
export interface DocumentRouteOptions {
  readonly calls: Calls;
  readonly publicUrl: string;
  readonly pages: Pages;
}

/**
 * Adds a route for a document. `answer` sends the document, or returns a problem. Requests over the limit, with an
 * invalid head or with a body are refused first.
 */
export function addDocumentRoute(
  app: FastifyInstance,
  url: string,
  { calls, ...site }: DocumentRouteOptions,
  answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Problem | Promise<FastifyReply | Problem>,
): void {
  app.get(url, async (request, reply) => {
    const refused = calls.limitUnchargedRequests(request.clientAddress) ?? checkHead(request) ?? checkNoBody(request);
    const answered = refused ?? (await answer(request, reply));
    return answered instanceof Problem ? sendProblemToReader(request, reply, answered, site) : answered;
  });
}
