import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Returns the client's address: the one that a trusted proxy names, or else the connected one. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return addressIn(ip) ?? socket.remoteAddress ?? "";
}

/** Tells whether a trusted proxy forwarded this without its client's address: such clients count as the proxy. */
export function isUnnamed(request: FastifyRequest): boolean {
  // The connected address, then what each proxy added, nearest first, up to the first untrusted one.
  const [, ...entries] = request.ips ?? [];
  return addressIn(entries.at(-1) ?? "") === undefined;
}

/** Returns the address in an entry of `X-Forwarded-For`; some proxies add a port, and brackets around IPv6. */
export function addressIn(entry: string): string | undefined {
  const [, bracketed, plain = bracketed ?? entry] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return isIP(plain) === 0 ? undefined : plain;
}
