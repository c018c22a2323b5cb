import type { FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";

/** The address of the service, and the origins whose pages may call it. */
export interface OriginPolicy {
  readonly publicUrl: string;
  readonly corsOrigins: ReadonlySet<string>;
}

/**
 * Returns the problem of a request that a browser sends for a foreign page: one with a foreign Origin or, against DNS
 * rebinding, with a foreign Host.
 */
export function checkOrigin(
  { headers }: FastifyRequest,
  { publicUrl, corsOrigins }: OriginPolicy,
): Problem | undefined {
  const own = new URL(publicUrl);
  const { origin, host } = headers;
  // First, because the protocol requires 403 whatever else is wrong.
  if (origin !== undefined && !namesOf(own).includes(hostOfOrigin(origin, own)) && !corsOrigins.has(origin)) {
    return new Problem(
      "origin-not-allowed",
      "Web pages from this origin may not call the service. Call from a server, or ask the operator to allow the origin.",
    );
  }
  if (host !== undefined && !namesOf(own).includes(hostOf(host, own))) {
    const detail = `The Host header must be ${own.host}. A proxy in front of the service must forward the Host header unchanged.`;
    return new Problem("misdirected-host", detail);
  }
  return undefined;
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

// On the local machine a service has three names.
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
