import { type Json, limits } from "@assay/contract";
import { readJson } from "@assay/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import { tooLarge } from "../net/unread-bodies.ts";
import { Problem } from "../problem.ts";

/** Returns what is wrong with a body by its headers, before any of it is read. */
export function checkBodyHeaders({ headers }: FastifyRequest): Problem | undefined {
  const type = headers["content-type"];
  if (headers["content-encoding"] !== undefined) {
    return new Problem("unsupported-media-type", "The body has a Content-Encoding. Send it uncompressed.");
  }
  if (type === undefined || !/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type.trim())) {
    return new Problem("unsupported-media-type", "Send the body with Content-Type: application/json.");
  }
  if (Number(headers["content-length"] ?? 0) > limits.bodyBytes) return tooLarge();
  return undefined;
}

/** Tells a client that sent `Expect: 100-continue` to send its body. */
export function continueSending({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (headers.expect !== undefined && raw.httpVersion === "1.1") reply.raw.writeContinue();
}

/** Returns the problem of a body in a request that takes none. */
export function checkNoBody({ headers }: FastifyRequest): Problem | undefined {
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return undefined;
  return new Problem("bad-request", "This request must not have a body. Send it without one.");
}

/** Reads a body as JSON. The problem of one that is malformed or ambiguous has the position. */
export function readBody(bytes: Uint8Array, maxDepth: number = limits.bodyDepth): Json | Problem {
  const read = readJson(bytes, { maxDepth });
  if (read.kind === "ok") return read.value;
  const { line, column, path } = read.at;
  return new Problem(read.code, `Line ${line}, column ${column}: ${read.message}`, {
    errors: [{ path, message: read.message }],
  });
}
