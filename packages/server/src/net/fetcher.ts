import { isIP } from "node:net";
import { Agent, fetch, type Response } from "undici";
import type { Observe } from "../telemetry/observe.ts";
import { createAddressGuard, createGuardedLookup, describeRefusal } from "./address-guard.ts";

/** The answer of an origin. */
type FetchResult =
  | { readonly kind: "new"; readonly bytes: Uint8Array; readonly etag: string | undefined }
  | { readonly kind: "same" }
  | { readonly kind: "failed"; readonly reason: string };

interface FetchOptions {
  /** What the document is, for the metrics. */
  readonly part: "spec-package" | "registry";
  readonly url: string;
  /** The entity tag of the cached copy. */
  readonly etag?: string | undefined;
  readonly maxBytes: number;
}

/** Fetches documents of one configured origin, without redirects, from allowed addresses, up to a number of bytes. */
export interface Fetcher {
  fetch(options: FetchOptions): Promise<FetchResult>;
  close(): Promise<void>;
}

interface FetcherOptions {
  readonly observe: Observe;
  /** Private networks (CIDR) from which documents may be fetched. */
  readonly networks: readonly string[];
  /** How long one document may take, to its last byte. */
  readonly timeoutMs: number;
  /** How many connections there may be to an origin. */
  readonly connections: number;
}

// Compressed, a document would have another tag: an answer about one form must be about the other too.
const acceptHeaders = { accept: "application/json", "accept-encoding": "identity" };

export function createFetcher({ observe, networks, timeoutMs, connections }: FetcherOptions): Fetcher {
  const guard = createAddressGuard(networks);
  // A connection is kept for four seconds, which is less than any origin waits for the next request on it.
  const dispatcher = new Agent({ connect: { lookup: createGuardedLookup(guard) as never }, connections });

  async function attempt({ url, etag, maxBytes }: FetchOptions): Promise<FetchResult> {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
    // A literal address skips the DNS lookup, so it is checked here.
    if (isIP(host) !== 0 && !guard(host)) return { kind: "failed", reason: describeRefusal(host) };
    const signal = AbortSignal.timeout(timeoutMs);
    const ask = (known?: string) =>
      fetch(url, {
        dispatcher,
        redirect: "manual",
        signal,
        headers: { ...acceptHeaders, ...(known !== undefined && { "if-none-match": known }) },
      });
    let response = await ask(etag);
    if (etag !== undefined && response.status === 304) {
      // RFC 9110, section 15.4.5: 304 carries the tag of the current document. Another tag confirms a copy that is not
      // ours, so ours is fetched anew.
      if (stripWeakPrefix(response.headers.get("etag") ?? etag) === stripWeakPrefix(etag)) return { kind: "same" };
      response = await ask();
    }
    const fault = checkResponse(response);
    if (fault !== undefined) {
      await response.body?.cancel();
      return { kind: "failed", reason: fault };
    }
    const bytes = await readCapped(response.body ?? [], maxBytes);
    if (bytes === undefined) return { kind: "failed", reason: `the document has more than ${maxBytes} bytes` };
    return { kind: "new", bytes, etag: response.headers.get("etag") ?? undefined };
  }

  return {
    async fetch(options) {
      try {
        return await observe(
          options.part,
          () => attempt(options),
          ({ kind }) => kind === "failed",
        );
      } catch (reason) {
        return { kind: "failed", reason: describeFailure(reason) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function checkResponse({ status, headers }: Response): string | undefined {
  if (status !== 200) return `status ${status}`;
  const contentType = headers.get("content-type");
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? "")
    ? undefined
    : `content type ${contentType ?? "missing"}`;
}

function stripWeakPrefix(etag: string): string {
  return etag.replace(/^W\//, "");
}

/** Reads a body; nothing if it is longer than allowed. */
export async function readCapped(
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Describes for the operator why there was no answer, and what to do where that is known. */
export function describeFailure(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  if (reason.name === "TimeoutError")
    return "no answer before the timeout. Check what is in between, such as a firewall";
  const { cause = reason } = reason;
  // A name with several addresses has an error for each.
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { message, code = message } = (first instanceof Error ? first : reason) as NodeJS.ErrnoException;
  const remedy = remedies.find(([codes]) => codes.test(code))?.[1];
  // Some versions of Node add a remedy of their own, behind a semicolon.
  return remedy === undefined ? message : `${message.split(/;|\.$/, 1)[0]}. ${remedy}`;
}

// Redis has its code at the beginning of the message.
const remedies = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "Check the name, and this machine's DNS"],
  [/^ECONNREFUSED$/, "Nothing listens there: check the address, and whether the service is running"],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER|VERIFY)_\w+)$/,
    "If your own certificate authority issued the certificate, set NODE_EXTRA_CA_CERTS to the path of the authority's certificate in the environment of the process; Node ignores it in a file for --env-file",
  ],
  [/^ERR This instance has cluster support disabled/, "It is a single server: unset ASSAY_STORE_CLUSTER"],
  [/^(?:WRONGPASS|NOAUTH) /, "Check the user name and password in ASSAY_STORE_URL"],
  [
    /^NOPERM /,
    "Ask whoever runs Redis to let the user in ASSAY_STORE_URL run scripts (EVAL, EVALSHA) on keys that begin with assay:",
  ],
] as const;
