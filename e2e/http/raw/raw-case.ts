import { createEnvelope } from "../create-envelope.ts";

/** Bytes to send, and the expected answers. Each answer is a status, followed by the problem's code, if any. */
export interface RawCase {
  readonly send: string | Uint8Array;
  readonly answers: readonly string[];
  /** Whether the server must end the connection or keep it. Default: it can do either. */
  readonly closes?: boolean;
  /** Whether the client half-closes the connection after sending. */
  readonly halfClose?: boolean;
}

/** Cases, keyed by a description of what is sent. */
export type RawCases = { readonly [title: string]: RawCase };

/** The body of a request with a valid candidate. */
export const envelope: string = JSON.stringify(createEnvelope());

/** Writes the head of a request, with `Host`. */
export function head(line: string, ...headers: string[]): string {
  return `${[line, "Host: localhost", ...headers].join("\r\n")}\r\n\r\n`;
}

/** A request for the list of domains, which is always answered 200. */
export const domains: string = head("GET /api/domains HTTP/1.1");

/** Writes a validation request with this body and its correct Content-Length. */
export function post(body: string | Uint8Array, ...headers: string[]): Uint8Array {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const hasType = headers.some((header) => /^content-type/i.test(header));
  const type = hasType ? [] : ["Content-Type: application/json"];
  const requestHead = head("POST /api/validate HTTP/1.1", ...type, `Content-Length: ${bytes.length}`, ...headers);
  return Buffer.concat([Buffer.from(requestHead, "latin1"), bytes]);
}

/** Writes a validation request whose body is framed by these headers. */
export function frameRequest(headers: readonly string[], body: string): string {
  return head("POST /api/validate HTTP/1.1", "Content-Type: application/json", ...headers) + body;
}

/** Writes a chunked validation request; `body` starts with the size line of the first chunk. */
export function chunkRequest(body: string): string {
  return frameRequest(["Transfer-Encoding: chunked"], body);
}

/** Writes one chunk. */
export function chunk(text: string, extension = ""): string {
  return `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n`;
}

/** The answer to bytes that are not HTTP, or that two HTTP parsers could read differently. */
export const refused = { answers: ["400 bad-request"], closes: true } as const;
