import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, toInternalProblem } from "../../problem.ts";

/** Answers a request with a problem, in the form that clients of its route expect. */
type Refuser = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

interface Route {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  readonly refuse: Refuser;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Refuses requests before they reach the route; by default, with a problem document. */
    readonly refuse?: Refuser;
  }
}

/** Adds a route that reads the body itself, and that answers refused requests with `refuse`. */
export function addRoute(app: FastifyInstance, method: "GET" | "POST", url: string, { answer, refuse }: Route): void {
  app.route({
    method,
    url,
    config: { refuse },
    // Before the handler runs, Fastify would check the content type and read the body, so this hook answers.
    onRequest: async (request, reply) => await answer(request, reply),
    handler() {
      throw new Error("a request was not answered");
    },
    errorHandler: (error: FastifyError, request, reply) => refuse(toProblem(error), request, reply),
  });
}

/** Converts a thrown error: if Fastify cannot parse a request, the caller is at fault; any other error is internal. */
export function toProblem(error: FastifyError): Problem {
  if (error.statusCode === 414) return new Problem("uri-too-long", "A part of the URL is too long. Check the URL.");
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new Problem("bad-request", "The request cannot be parsed. Check the URL and the headers.");
  }
  return toInternalProblem(error);
}
