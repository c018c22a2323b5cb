import type { FastifyError, FastifyRequest } from "fastify";
import { asProblem, Problem } from "../problem.ts";
import { tooLarge } from "./read-body.ts";

/** Converts an error of Fastify to a problem. */
export function toProblem(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error.statusCode === 413) return tooLarge();
  if (error.statusCode === 415) {
    return new Problem("unsupported-media-type", "Send the body with Content-Type: application/json.");
  }
  if (error.statusCode === 414) return new Problem("uri-too-long", "A part of the URL is too long. Check the URL.");
  if (error.statusCode !== undefined && error.statusCode < 500) {
    const detail = request.raw.readableAborted
      ? "The connection closed before the whole body arrived. Send the request again."
      : "The request cannot be parsed. Check the URL and the headers.";
    return new Problem("bad-request", detail);
  }
  return asProblem(error);
}
