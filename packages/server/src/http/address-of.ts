import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Where a request comes from: the address that a trusted proxy names, or else the one that is connected. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return addressIn(ip) ?? socket.remoteAddress ?? "";
}

/** Whether a trusted proxy forwarded a request without an address of its client: such clients all count as the proxy. */
export function isUnnamed(request: FastifyRequest, isTrustedProxy: (address: string) => boolean): boolean {
  if (!isTrustedProxy(request.socket.remoteAddress ?? "")) return false;
  // The connected address, then what each proxy added, the nearest first, up to the first that is not trusted.
  const [, ...entries] = request.ips ?? [];
  return addressIn(entries.at(-1) ?? "") === undefined;
}

/** The address in an entry of `X-Forwarded-For`; some proxies add a port, and brackets around an IPv6 address. */
export function addressIn(entry: string): string | undefined {
  const [, bracketed, plain = bracketed ?? entry] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return isIP(plain) === 0 ? undefined : plain;
}
