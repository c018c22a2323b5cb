import { isIP } from "node:net";
import { Agent, fetch, type Response } from "undici";
import type { Observe } from "../telemetry/observe.ts";
import { createAddressGuard, createGuardedLookup, describeRefusal } from "./address-guard.ts";

/** The result of fetching a document. */
type FetchResult =
  | { readonly kind: "new"; readonly bytes: Uint8Array; readonly etag: string | undefined }
  | { readonly kind: "same" }
  | { readonly kind: "failed"; readonly reason: string };

interface FetchOptions {
  /** The kind of document, for the metrics. */
  readonly part: "spec-package" | "registry";
  readonly url: string;
  /** The entity tag of the cached copy. */
  readonly etag?: string | undefined;
  readonly maxBytes: number;
}

/** Fetches documents from allowed addresses, up to a maximum size and without following redirects. */
export interface Fetcher {
  fetch(options: FetchOptions): Promise<FetchResult>;
  close(): Promise<void>;
}

interface FetcherOptions {
  readonly observe: Observe;
  /** Private networks (CIDR) from which documents may be fetched. */
  readonly networks: readonly string[];
  /** The timeout for receiving one whole document. */
  readonly timeoutMs: number;
  /** The maximum number of connections to an origin. */
  readonly connections: number;
}

// Request only the uncompressed form. Each encoding has its own entity tag, and a 304 confirms only that encoding.
const acceptHeaders = { accept: "application/json", "accept-encoding": "identity" };

export function createFetcher({ observe, networks, timeoutMs, connections }: FetcherOptions): Fetcher {
  const guard = createAddressGuard(networks);
  // The agent closes an idle connection after four seconds, before most origins would close it.
  const dispatcher = new Agent({ connect: { lookup: createGuardedLookup(guard) as never }, connections });

  async function attempt({ url, etag, maxBytes }: FetchOptions): Promise<FetchResult> {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
    // A literal address skips the DNS lookup, so it is checked here.
    if (isIP(host) !== 0 && !guard(host)) return { kind: "failed", reason: describeRefusal(host) };
    const signal = AbortSignal.timeout(timeoutMs);
    const sendRequest = (knownEtag?: string) =>
      fetch(url, {
        dispatcher,
        redirect: "manual",
        signal,
        headers: { ...acceptHeaders, ...(knownEtag !== undefined && { "if-none-match": knownEtag }) },
      });
    let response = await sendRequest(etag);
    if (etag !== undefined && response.status === 304) {
      // RFC 9110, section 15.4.5: a 304 carries the tag of the current document. If that is not the tag of the cached
      // copy, the copy is not confirmed, so fetch the document again.
      if (stripWeakPrefix(response.headers.get("etag") ?? etag) === stripWeakPrefix(etag)) return { kind: "same" };
      response = await sendRequest();
    }
    const failure = checkResponse(response);
    if (failure !== undefined) {
      await response.body?.cancel();
      return { kind: "failed", reason: failure };
    }
    const bytes = await readCapped(response.body ?? [], maxBytes);
    if (bytes === undefined) return { kind: "failed", reason: `the document has more than ${maxBytes} bytes` };
    // Sending a long tag back could exceed the size of headers that the product accepts, at every refresh.
    const tag = response.headers.get("etag") ?? "";
    return { kind: "new", bytes, etag: tag === "" || tag.length > maxEtagLength ? undefined : tag };
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

const maxEtagLength = 1_024;

function stripWeakPrefix(etag: string): string {
  return etag.replace(/^W\//, "");
}

/** Reads a body; returns undefined if it has more than `maxBytes`. */
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

/** Describes to the operator why a request failed, and what to do if that is known. */
export function describeFailure(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  if (reason.name === "TimeoutError")
    return "no answer before the timeout. Check the network in between, such as firewalls";
  const { cause = reason } = reason;
  // A host name with several addresses causes one error for each address; the first error is enough.
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { message, code = message } = (first instanceof Error ? first : reason) as NodeJS.ErrnoException;
  const remedy = remedies.find(([codes]) => codes.test(code))?.[1];
  // Some versions of Node append their own remedy after a semicolon.
  return remedy === undefined ? message : `${message.split(/;|\.$/, 1)[0]}. ${remedy}`;
}

// Redis errors have no `code` property. Their messages begin with the code.
const remedies = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "Check the name, and this machine's DNS"],
  [/^ECONNREFUSED$/, "Nothing is listening there: check the address, and whether the service is running"],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER|VERIFY)_\w+)$/,
    "If your own certificate authority issued the certificate, set NODE_EXTRA_CA_CERTS to the path of the authority's certificate in the environment of the process; Node ignores the variable in an --env-file",
  ],
  [/^ERR This instance has cluster support disabled/, "It is a single server: unset ASSAY_STORE_CLUSTER"],
  [/^(?:WRONGPASS|NOAUTH) /, "Check the user name and password in ASSAY_STORE_URL"],
  [
    /^NOPERM /,
    "Ask the administrator of Redis to let the user in ASSAY_STORE_URL run scripts (EVAL, EVALSHA) on keys that begin with assay:",
  ],
] as const;
