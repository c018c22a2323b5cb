import { randomUUID } from "node:crypto";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { html, sendPage, wantsPage } from "./page.ts";
import { Problem, type ProblemCode, problemCatalogue } from "./problem.ts";

/** An HTTP service that answers every failure as application/problem+json, in a browser as a page, with a request id. */
export function createService({ maxBodyBytes }: { readonly maxBodyBytes: number }): FastifyInstance {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    genReqId: () => randomUUID(),
    logger: { level: "error", stream: process.stderr },
    // A client that keeps its connection open does not keep the sandbox from stopping.
    forceCloseConnections: true,
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    sendProblem(toProblem(error, request), request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const detail = "No route has this method and path. The start page (/) lists the routes.";
    sendProblem(new Problem("not-found", detail), request, reply);
  });
  app.get<{ Params: { code: string } }>("/problems/:code", async ({ params: { code } }) => {
    if (!Object.hasOwn(problemCatalogue, code)) throw new Problem("not-found", "No problem has this code.");
    return { code, ...problemCatalogue[code as ProblemCode] };
  });
  return app;
}

/** Listens on this machine only, on a free port unless one is given, and tells the origin. */
export async function listen(app: FastifyInstance, port = 0): Promise<string> {
  try {
    return await app.listen({ host: "127.0.0.1", port });
  } catch (reason) {
    await app.close();
    throw reason;
  }
}

function toProblem(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error.statusCode === 413) {
    const detail = `The body has more than ${request.routeOptions.bodyLimit} bytes. Send fewer or shorter sample records.`;
    return new Problem("body-too-large", detail);
  }
  if (error.statusCode === 415) {
    return new Problem("unsupported-media-type", "Send the body with Content-Type: application/json.");
  }
  if (error.statusCode !== undefined && error.statusCode < 500) return new Problem("bad-request", error.message);
  const detail = "The request caused an internal error. If it happens again, report the requestId to the operator.";
  return new Problem("internal", detail, { cause: error });
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message: detail, errors, cause } = problem;
  const { status, title, ...retry } = problemCatalogue[code];
  if (code === "internal") request.log.error(cause);
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if ("retryAfterSeconds" in retry) reply.header("retry-after", retry.retryAfterSeconds);
  reply.code(status);
  if (wantsPage(request)) {
    sendPage(reply, { title, body: html`<h1>${title}</h1><p>${detail}</p><p><a href="/">Start page</a></p>` });
    return;
  }
  const type = `${request.server.listeningOrigin}/problems/${code}`;
  const retryable = status >= 500;
  const requestId = request.id;
  const body = { type, title, status, detail, code, retryable, requestId, ...retry, ...(errors && { errors }) };
  reply.type("application/problem+json").send(JSON.stringify(body));
}
