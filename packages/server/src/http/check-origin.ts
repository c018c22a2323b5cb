import type { FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";

/** Where the service is, and whose pages may call it. */
export interface OriginPolicy {
  readonly publicUrl: string;
  readonly corsOrigins: ReadonlySet<string>;
}

/**
 * Refuses requests that a page of somebody else makes a browser send: its origin is foreign or, where its name was made
 * to lead here (DNS rebinding), the host that it asked for is.
 */
export function checkOrigin({ headers }: FastifyRequest, { publicUrl, corsOrigins }: OriginPolicy): void {
  const own = new URL(publicUrl);
  const { origin, host } = headers;
  // First: whatever else is wrong, the protocol asks for 403 here.
  if (origin !== undefined && !namesOf(own).includes(hostOfOrigin(origin, own)) && !corsOrigins.has(origin)) {
    throw new Problem("origin-not-allowed", "Pages of this origin may not call. Call from a program, without Origin.");
  }
  if (host !== undefined && !namesOf(own).includes(hostOf(host, own))) {
    const detail = `The header host names another service. This one is ${own.host}; a proxy in front of it passes Host on.`;
    throw new Problem("misdirected-host", detail);
  }
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

// On the own machine a service has three names.
function namesOf({ hostname, host, port }: URL): readonly string[] {
  if (!loopback.includes(hostname)) return [host];
  return loopback.map((name) => (port === "" ? name : `${name}:${port}`));
}

function hostOf(host: string, { protocol }: URL): string {
  return URL.parse(`${protocol}//${host}`)?.host ?? "";
}

function hostOfOrigin(origin: string, { protocol }: URL): string {
  const url = URL.parse(origin);
  return url?.protocol === protocol && url.origin === origin ? url.host : "";
}
