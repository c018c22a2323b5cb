import { createEnvelope } from "../service.ts";

/** Bytes on a connection, and the answers that they get: a status, and for a problem its code. */
export interface RawCase {
  readonly send: string | Uint8Array;
  readonly get: readonly string[];
  /** Whether the connection ends after the answers; either is fine unless given. */
  readonly closes?: boolean;
  /** Whether the client says at once that it sends no more. */
  readonly thenEnd?: boolean;
}

/** Cases by the sentence that tells what is sent. */
export type RawCases = { readonly [title: string]: RawCase };

/** A request for a valid candidate. */
export const envelope: string = JSON.stringify(createEnvelope());

/** The head of a request; `Host` is there unless a case is about it. */
export function head(line: string, ...headers: string[]): string {
  return `${[line, "Host: localhost", ...headers].join("\r\n")}\r\n\r\n`;
}

/** A request for the domains, which is always answered 200. */
export const domains: string = head("GET /api/domains HTTP/1.1");

/** A request to validate with this body, announced as it is. */
export function post(body: string | Uint8Array, ...headers: string[]): Uint8Array {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const given = headers.some((header) => /^content-type/i.test(header));
  const type = given ? [] : ["Content-Type: application/json"];
  const announced = head("POST /api/validate HTTP/1.1", ...type, `Content-Length: ${bytes.length}`, ...headers);
  return Buffer.concat([Buffer.from(announced, "latin1"), bytes]);
}

/** A request to validate whose framing is the case's own. */
export function frameRequest(headers: readonly string[], body: string): string {
  return head("POST /api/validate HTTP/1.1", "Content-Type: application/json", ...headers) + body;
}

/** A chunked request to validate, from the first chunk's size line on. */
export function chunkRequest(body: string): string {
  return frameRequest(["Transfer-Encoding: chunked"], body);
}

/** One chunk. */
export function chunk(text: string, extension = ""): string {
  return `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n`;
}

/** What the service answers to something that is not HTTP, or that two readers of HTTP could take differently. */
export const refused = { get: ["400 bad-request"], closes: true } as const;
