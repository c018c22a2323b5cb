import type { IncomingMessage } from "node:http";
import { type Json, limits } from "@assay/contract";
import { readJson } from "@assay/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import { closeAfterAnswer } from "../net/connections.ts";
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
  if (readContentLength({ headers }) > limits.bodyBytes) return refuseTooLarge();
  return undefined;
}

/**
 * Collects a body from now on, wherever its request waits meanwhile, in one buffer, however small its pieces are. Returns the
 * whole, or why there is none.
 */
export function collectBody(request: IncomingMessage): Promise<Uint8Array | Problem> {
  const contentLength = readContentLength(request);
  // It is refused by its head, and none of it is read.
  if (contentLength > limits.bodyBytes) return Promise.resolve(refuseTooLarge());
  const { promise, resolve } = Promise.withResolvers<Uint8Array | Problem>();
  let buffer: Buffer | undefined;
  let length = 0;
  request.on("data", (piece: Buffer) => {
    if (length + piece.length > limits.bodyBytes) {
      // The rest of what was read already is discarded.
      length = limits.bodyBytes;
      buffer = undefined;
      closeAfterAnswer(request.socket);
      return resolve(refuseTooLarge());
    }
    buffer ??= Buffer.allocUnsafeSlow(contentLength || limits.bodyBytes);
    length += piece.copy(buffer, length);
  });
  request.once("end", () => resolve((buffer ?? Buffer.alloc(0)).subarray(0, length)));
  const resolveCutOff = () => {
    const detail = "The connection closed before the whole body arrived. Send the request again.";
    resolve(new Problem("bad-request", detail));
  };
  request.once("error", resolveCutOff).once("close", resolveCutOff);
  return promise;
}

/** Tells a client that sent `Expect: 100-continue` to send its body. */
export function continueSending({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (headers.expect !== undefined && raw.httpVersion === "1.1") reply.raw.writeContinue();
}

/** Returns the problem of a body in a request that takes none. */
export function checkNoBody({ headers }: FastifyRequest): Problem | undefined {
  if (headers["transfer-encoding"] === undefined && readContentLength({ headers }) === 0) return undefined;
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

/** Returns how many bytes a head announces; 0 if that is not known. */
export function readContentLength({ headers }: Pick<IncomingMessage, "headers">): number {
  return Number(headers["content-length"] ?? 0);
}

function refuseTooLarge(): Problem {
  const max = limits.bodyBytes.toLocaleString("en-US");
  return new Problem("body-too-large", `The body has more than ${max} bytes. Shorten the candidate.`);
}
