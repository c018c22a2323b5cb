import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { type ProblemCode, requestLimits } from "@assay/contract";
import { Problem, toProblemDocument } from "../problem.ts";

/** An error of the HTTP parser. */
export interface RawError extends Error {
  readonly code?: string;
}

/** Writes the answer to bytes that could not be parsed as a request. The connection is then closed. */
export function writeRawAnswer(error: RawError, publicUrl: string): string {
  const [code, detail] = rawProblems[error.code ?? ""] ?? ["bad-request", "The request is not valid HTTP."];
  const problem = new Problem(code, detail);
  const requestId = randomUUID();
  const body = JSON.stringify(toProblemDocument(problem, { publicUrl, requestId }));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

const rawProblems: { readonly [code: string]: readonly [ProblemCode, string] } = {
  HPE_HEADER_OVERFLOW: [
    "headers-too-large",
    `There are more than ${requestLimits.headers} headers, or they have more than ${requestLimits.headerBytes / 1024} KiB in total. Send fewer or shorter headers.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["request-timeout", "The request did not arrive in time. Send it again."],
};
