import { isJsonObject } from "@assay/contract";
import { describeFailure, readCapped } from "../net/fetcher.ts";
import type { Observe } from "../telemetry/observe.ts";
import { createSingleFlight } from "./single-flight.ts";

export interface KeySetOptions<Key> {
  readonly url: string;
  /** Reads the keys of a JWKS document, by their RFC 7638 thumbprints. */
  read(document: unknown): ReadonlyMap<string, Key>;
  /** A monotonic clock. */
  elapsedMs(): number;
  readonly timeoutMs: number;
  readonly observe: Observe;
  onFailure(reason: string): void;
}

/** The result of looking up a key. */
type KeyLookup<Key> =
  | { readonly kind: "known"; readonly key: Key }
  /** The key is missing from a set that was requested after the lookup began. */
  | { readonly kind: "unknown" }
  /** The key is missing from the cached set, and a newer set cannot be requested yet or was not received. */
  | { readonly kind: "unavailable"; readonly retryAfterMs: number };

const refreshMs = 5 * 60_000;
const trustedMs = 60 * 60_000;
const retryMs = 30_000;
// Any caller can name a nonexistent key, and thereby delay the lookup of a new key by this long.
const refetchMs = 2_000;
const maxBytes = 262_144;

/**
 * Creates an issuer's key set, which is fetched with one request at a time. The last valid set is trusted for an hour;
 * a key that is missing from a newer set is revoked.
 */
export function createKeySet<Key>({ url, read, elapsedMs, timeoutMs, observe, onFailure }: KeySetOptions<Key>) {
  let cached: { readonly keys: ReadonlyMap<string, Key>; readonly time: number; readonly request: number } | undefined;
  let requests = 0;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  const flights = createSingleFlight<void>();

  const msSince = (time: number) => elapsedMs() - time;
  const ageMs = () => msSince(cached?.time ?? Number.NEGATIVE_INFINITY);
  const findCached = (thumbprint: string) => (ageMs() < trustedMs ? cached?.keys.get(thumbprint) : undefined);

  async function load(): Promise<void> {
    requests += 1;
    const request = requests;
    requestedAt = elapsedMs();
    try {
      const document = await observe("key-set", fetchDocument);
      cached = { keys: read(document), time: elapsedMs(), request };
    } catch (reason) {
      failedAt = elapsedMs();
      onFailure(`the key set is unavailable: ${describeFailure(reason)}`);
    }
  }

  async function fetchDocument(): Promise<object> {
    const headers = { accept: "application/json" };
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(timeoutMs), headers });
    const bytes = await readCapped(response.body ?? [], maxBytes);
    const document = response.status === 200 && bytes ? parseKeySet(bytes) : undefined;
    if (!document) throw new Error(`status ${response.status}, without a key set`);
    return document;
  }

  const refetch = () => flights.run(url, load);

  return {
    /** The number of keys in the cached set. */
    get size(): number {
      return cached?.keys.size ?? 0;
    },
    /** Looks up a key; waits for a newer set if the cached set is old (the key may be revoked) or lacks the key. */
    async find(thumbprint: string): Promise<KeyLookup<Key>> {
      const requestsBefore = requests;
      // While the identity service is down, lookups of known keys wait for it only every half minute.
      if (ageMs() >= refreshMs && msSince(failedAt) >= retryMs) await refetch();
      if (findCached(thumbprint) === undefined && (flights.isRunning(url) || msSince(requestedAt) >= refetchMs))
        await refetch();
      const key = findCached(thumbprint);
      if (key !== undefined) return { kind: "known", key };
      // A set that was requested before this lookup may be older than the key.
      if (cached !== undefined && cached.request > requestsBefore) return { kind: "unknown" };
      return { kind: "unavailable", retryAfterMs: Math.max(0, refetchMs - msSince(requestedAt)) };
    },
  };
}

// Any other document is a mistake by the issuer, and must not have the effect of revoking all keys.
function parseKeySet(bytes: Uint8Array): object | undefined {
  try {
    const document: unknown = JSON.parse(Buffer.from(bytes).toString());
    return isJsonObject(document) && Array.isArray(document.keys) ? document : undefined;
  } catch {
    return undefined;
  }
}
