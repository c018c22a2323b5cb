import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The client that sent a request. */
export interface Sender {
  /** The client's address: as reported by a trusted proxy, or else the address of the connection. */
  readonly address: string;
  /** Whether a trusted proxy forwarded the request without a client address. `address` is then that of the proxy. */
  readonly isClientUnknown: boolean;
}

/** Finds the client. Behind a trusted proxy, it is the last entry of `X-Forwarded-For` that is not a trusted proxy. */
export function findSender(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  isTrustedProxy: ((address: string) => boolean) | undefined,
): Sender {
  const { remoteAddress = "" } = socket;
  if (!isTrustedProxy?.(remoteAddress)) return { address: remoteAddress, isClientUnknown: false };
  let forwardedAddress: string | undefined;
  // Each proxy appends the address that it saw, so read from the end. Entries before an untrusted one can be forged.
  for (const entry of listEntries(headers).reverse()) {
    forwardedAddress = readForwardedAddress(entry);
    if (forwardedAddress === undefined || !isTrustedProxy(forwardedAddress)) break;
  }
  return { address: forwardedAddress ?? remoteAddress, isClientUnknown: forwardedAddress === undefined };
}

function listEntries({ "x-forwarded-for": forwarded = "" }: IncomingMessage["headers"]): string[] {
  const entries = [forwarded].flat().join(",").split(",");
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** Returns the address in an entry of `X-Forwarded-For`. Some proxies add a port, and put IPv6 in brackets. */
export function readForwardedAddress(entry: string): string | undefined {
  const [, bracketed, plain = bracketed ?? entry] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return isIP(plain) === 0 ? undefined : plain;
}
