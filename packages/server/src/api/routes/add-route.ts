import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, toInternalProblem } from "../../problem.ts";

/** Answers a request with a problem, in the form that the clients of its route read. */
type Refuse = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

interface Route {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  readonly refuse: Refuse;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** How the route refuses requests before they reach it; as a problem document unless given. */
    readonly refuse?: Refuse;
  }
}

/** Adds a route that refuses in a way of its own, and whose body is read only once the caller is known. */
export function addRoute(app: FastifyInstance, method: "GET" | "POST", url: string, { answer, refuse }: Route): void {
  app.route({
    method,
    url,
    config: { refuse },
    // Not in the handler: before it, Fastify judges the content type and wants to read the body itself.
    onRequest: async (request, reply) => await answer(request, reply),
    handler() {
      throw new Error("a request was not answered");
    },
    errorHandler: (error: FastifyError, request, reply) => refuse(toProblem(error), request, reply),
  });
}

/** Converts an error that was thrown: what Fastify cannot parse is the caller's, everything else is a fault of ours. */
export function toProblem(error: FastifyError): Problem {
  if (error.statusCode === 414) return new Problem("uri-too-long", "A part of the URL is too long. Check the URL.");
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new Problem("bad-request", "The request cannot be parsed. Check the URL and the headers.");
  }
  return toInternalProblem(error);
}
