import { randomUUID } from "node:crypto";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { sha256 } from "./engine.ts";
import { Problem, problemCatalogue } from "./problem.ts";

/** Creates an HTTP service that answers every error with application/problem+json. */
export function createService(maxBodyBytes: number): FastifyInstance {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    genReqId: () => randomUUID(),
    logger: { level: "error", stream: process.stderr },
    // Open connections must not keep the sandbox from stopping.
    forceCloseConnections: true,
  });
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    sendProblem(toProblem(error), request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    sendProblem(new Problem("not-found", "No route has this method and path."), request, reply);
  });
  return app;
}

/** Listens on 127.0.0.1, by default on a free port, and returns the origin. */
export async function listen(app: FastifyInstance, port = 0): Promise<string> {
  try {
    return await app.listen({ host: "127.0.0.1", port });
  } catch (reason) {
    await app.close();
    throw reason;
  }
}

/** Sends a JSON document with a strong ETag, or 304 if the client already has these bytes. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${sha256(text)}"`;
  reply.header("etag", etag).header("cache-control", "no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("application/json").send(text);
}

function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (error.statusCode === 413) return new Problem("body-too-large", error.message);
  if (error.statusCode === 415) {
    return new Problem("unsupported-media-type", "Send the body with Content-Type: application/json.");
  }
  if (error.statusCode !== undefined && error.statusCode < 500) return new Problem("bad-request", error.message);
  return new Problem("internal", "Internal error in the sandbox. See its log.", { cause: error });
}

function sendProblem({ code, message: detail, cause }: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const { status, title } = problemCatalogue[code];
  if (code === "internal") request.log.error(cause);
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if (status === 503) reply.header("retry-after", 1);
  const problem = JSON.stringify({ title, status, detail, code, requestId: request.id });
  reply.code(status).type("application/problem+json").send(problem);
}
