import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { findHeader, type RawHeaders } from "./raw-headers.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Chooses the id of a request: the UUID from a trusted proxy, if it sends exactly one, or else a new one. */
export function chooseRequestId(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  isTrustedProxy: ((address: string) => boolean) | undefined,
): string {
  // Node joins the values of a header that was sent twice.
  const given = isTrustedProxy?.(socket.remoteAddress ?? "") && headers["x-request-id"];
  return typeof given === "string" && uuid.test(given) ? given : randomUUID();
}

/** Reads the trace id in `traceparent` (W3C Trace Context). Anyone can send one, so it identifies nothing by itself. */
export function readTraceId(rawHeaders: RawHeaders): string | undefined {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(findHeader(rawHeaders, "traceparent") ?? "")?.[1];
}
