import { type Json, limits } from "@assay/contract";
import { readJson } from "@assay/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";

/** Refuses a body by its headers, before any of it is read. */
export function checkBodyHeaders({ headers }: FastifyRequest): void {
  const type = headers["content-type"];
  if (headers["content-encoding"] !== undefined) {
    throw new Problem("unsupported-media-type", "The body has a Content-Encoding. Send it uncompressed.");
  }
  if (type === undefined || !/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type.trim())) {
    throw new Problem("unsupported-media-type", "Send the body with Content-Type: application/json.");
  }
  if (Number(headers["content-length"] ?? 0) > limits.bodyBytes) throw tooLarge();
}

/** Tells a client that sent `Expect: 100-continue` to send its body. */
export function continueSending({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (headers.expect !== undefined && raw.httpVersion === "1.1") reply.raw.writeContinue();
}

/** Returns the bytes of a body that was read; none if there was no body. */
export function bodyOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

/** Creates the problem of a body that is too large. */
export function tooLarge(): Problem {
  const max = limits.bodyBytes.toLocaleString("en-US");
  return new Problem("body-too-large", `The body has more than ${max} bytes. Send fewer or shorter sample records.`);
}

/** Refuses a body of a request that takes none. */
export function checkNoBody({ headers }: FastifyRequest): void {
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return;
  throw new Problem("bad-request", "This request must not have a body. Send it without one.");
}

/** Reads a body as JSON; throws a problem with the position if it is malformed or ambiguous. */
export function readBody(bytes: Uint8Array, maxDepth: number = limits.bodyDepth): Json {
  const read = readJson(bytes, { maxDepth });
  if (read.kind === "ok") return read.value;
  const { line, column, path } = read.at;
  throw new Problem(read.code, `Line ${line}, column ${column}: ${read.message}`, {
    errors: [{ path, message: read.message }],
  });
}
