import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Where a request comes from. */
export interface Sender {
  /** The client's address: the one that a trusted proxy names, or else the connected one. */
  readonly address: string;
  /** Whether a trusted proxy forwarded it without its client's address: such clients count as the proxy. */
  readonly isUnnamed: boolean;
}

/** Creates the function that tells where a request comes from. Each is looked at once: parsing addresses takes long beside a refusal. */
export function createSenderFinder(isTrustedProxy: IsTrustedProxy): (request: IncomingMessage) => Sender {
  return (request: CachedRequest) => {
    request[cachedSender] ??= findSender(request, isTrustedProxy);
    return request[cachedSender];
  };
}

type IsTrustedProxy = ((address: string) => boolean) | undefined;

const cachedSender = Symbol("sender");

interface CachedRequest extends IncomingMessage {
  [cachedSender]?: Sender;
}

/** Tells where a request comes from: the last entry of `X-Forwarded-For` that no trusted proxy has, if a trusted one wrote it. */
export function findSender(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  isTrustedProxy: IsTrustedProxy,
): Sender {
  const connected = socket.remoteAddress ?? "";
  if (!isTrustedProxy?.(connected)) return { address: connected, isUnnamed: false };
  let named: string | undefined;
  // Each proxy adds the address that it saw at the end. Before the first untrusted one anything may be written.
  for (const entry of listEntries(headers).reverse()) {
    named = readForwardedAddress(entry);
    if (named === undefined || !isTrustedProxy(named)) break;
  }
  return { address: named ?? connected, isUnnamed: named === undefined };
}

function listEntries({ "x-forwarded-for": forwarded = "" }: IncomingMessage["headers"]): string[] {
  const entries = [forwarded].flat().join(",").split(",");
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** Returns the address in an entry of `X-Forwarded-For`; some proxies add a port, and brackets around IPv6. */
export function readForwardedAddress(entry: string): string | undefined {
  const [, bracketed, plain = bracketed ?? entry] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return isIP(plain) === 0 ? undefined : plain;
}
