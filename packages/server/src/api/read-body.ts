import type { IncomingMessage } from "node:http";
import { type Json, limits } from "@assay/contract";
import { readJson } from "@assay/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import { closeAfterAnswer } from "../net/connections.ts";
import { Problem } from "../problem.ts";

/** Checks the headers that describe a body, before any of the body is read. */
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
 * Starts collecting a body at once, even if its request has to wait. The pieces go into one buffer, because many small
 * buffers would take more memory. Returns the whole body, or a problem.
 */
export function collectBody(request: IncomingMessage): Promise<Uint8Array | Problem> {
  const contentLength = readContentLength(request);
  // The head announces a body that is too large, so none of it is read.
  if (contentLength > limits.bodyBytes) return Promise.resolve(refuseTooLarge());
  const { promise, resolve } = Promise.withResolvers<Uint8Array | Problem>();
  let buffer: Buffer | undefined;
  let length = 0;
  request.on("data", (piece: Buffer) => {
    if (length + piece.length > limits.bodyBytes) {
      // Discard the body, including any further pieces that have already been read.
      length = limits.bodyBytes;
      buffer = undefined;
      closeAfterAnswer(request.socket);
      return resolve(refuseTooLarge());
    }
    buffer ??= Buffer.allocUnsafeSlow(contentLength || limits.bodyBytes);
    length += piece.copy(buffer, length);
  });
  request.once("end", () => resolve((buffer ?? Buffer.alloc(0)).subarray(0, length)));
  const refuseIncomplete = () => {
    const detail = "The connection closed before the whole body arrived. Send the request again.";
    resolve(new Problem("bad-request", detail));
  };
  request.once("error", refuseIncomplete).once("close", refuseIncomplete);
  return promise;
}

/** Lets a client that sent `Expect: 100-continue` send its body. */
export function continueSending({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (headers.expect !== undefined && raw.httpVersion === "1.1") reply.raw.writeContinue();
}

/** Refuses a request that must not have a body but has one. */
export function checkNoBody({ headers }: FastifyRequest): Problem | undefined {
  if (headers["transfer-encoding"] === undefined && readContentLength({ headers }) === 0) return undefined;
  return new Problem("bad-request", "This request must not have a body. Send it without one.");
}

/** Reads a body as JSON. If it is malformed or ambiguous, the problem has the position of each error. */
export function readBody(bytes: Uint8Array, maxDepth: number = limits.bodyDepth): Json | Problem {
  const read = readJson(bytes, { maxDepth, listExtras: true });
  if (read.kind === "ok") return read.value;
  const errors = [read, ...(read.others ?? [])].map(({ at: { line, column, path }, message }) => ({
    path,
    message: `Line ${line}, column ${column}: ${message}`,
  }));
  const more = errors.length > 1 ? ` \`errors\` has ${errors.length - 1} more.` : "";
  return new Problem(read.code, `${errors[0]?.message}${more}`, { errors });
}

/** Returns the length of the body that a head announces; 0 if it announces none. */
export function readContentLength({ headers }: Pick<IncomingMessage, "headers">): number {
  return Number(headers["content-length"] ?? 0);
}

function refuseTooLarge(): Problem {
  const max = limits.bodyBytes.toLocaleString("en-US");
  return new Problem("body-too-large", `The body has more than ${max} bytes. Shorten the candidate.`);
}
