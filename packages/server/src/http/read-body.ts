import { type Json, limits } from "@assay/contract";
import { readJson } from "@assay/engine";
import type { FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";

/** Refuses a body by what its headers say, before any of it is read. */
export function checkBodyHeaders({ headers }: FastifyRequest): void {
  const type = headers["content-type"];
  if (headers["content-encoding"] !== undefined) {
    throw new Problem("unsupported-media-type", "The body has a Content-Encoding; send it as plain JSON.");
  }
  if (type === undefined || !/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type.trim())) {
    throw new Problem("unsupported-media-type", "Send the body with Content-Type: application/json.");
  }
  if (Number(headers["content-length"] ?? 0) > limits.bodyBytes) throw tooLarge();
}

export function tooLarge(): Problem {
  const most = limits.bodyBytes.toLocaleString("en-US");
  return new Problem("body-too-large", `The body has more than ${most} bytes. Send fewer or shorter sample records.`);
}

/** Refuses a body where none belongs. */
export function checkNoBody({ headers }: FastifyRequest): void {
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return;
  throw new Problem("bad-request", "This request takes no body; send it without one.");
}

/** Reads a body that means one thing, or throws the problem that tells where it does not. */
export function readBody(bytes: Uint8Array, maxDepth: number = limits.bodyDepth): Json {
  const read = readJson(bytes, { maxDepth });
  if (read.kind === "ok") return read.value;
  const { line, column, path } = read.at;
  throw new Problem(read.code, `${read.message} Look at line ${line}, column ${column}.`, {
    errors: [{ path, message: read.message }],
  });
}
