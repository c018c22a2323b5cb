import { describeFailure, readCapped } from "./fetch-document.ts";

export interface KeySetOptions<Keys> {
  readonly url: string;
  /** Reads the keys of a JWKS document. */
  read(document: unknown): Keys;
  now(): Date;
  readonly timeoutMs: number;
  failed(reason: string): void;
}

const refreshMs = 5 * 60_000;
const trustedMs = 60 * 60_000;
const soonestMs = 30_000;
// With no keys at all nobody gets in, so the next look comes sooner.
const soonestWithoutKeysMs = 1_000;
const maxBytes = 262_144;

/** The keys that an issuer stands for: the last good set is trusted for an hour, and what left a newer set is gone. */
export function createKeySet<Keys>({ url, read, now, timeoutMs, failed }: KeySetOptions<Keys>) {
  let held: { readonly keys: Keys; readonly at: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | undefined;

  const age = () => now().getTime() - (held?.at ?? Number.NEGATIVE_INFINITY);

  async function load(): Promise<void> {
    triedAt = now().getTime();
    try {
      const headers = { accept: "application/json" };
      const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(timeoutMs), headers });
      const bytes = await readCapped(response.body ?? [], maxBytes);
      const document = response.status === 200 && bytes ? asKeySet(bytes) : undefined;
      if (!document) throw new Error(`status ${response.status}, and no keys`);
      held = { keys: read(document), at: now().getTime() };
    } catch (reason) {
      failed(`the key set: ${describeFailure(reason)}`);
    }
  }

  async function renew(): Promise<boolean> {
    const soonest = age() < trustedMs ? soonestMs : soonestWithoutKeysMs;
    if (!flight && now().getTime() - triedAt < soonest) return false;
    flight ??= load().finally(() => {
      flight = undefined;
    });
    await flight;
    return true;
  }

  return {
    /** The keys to hold a call against now; newer ones are waited for when these are old, for one may be withdrawn. */
    async current(): Promise<Keys | undefined> {
      if (age() >= refreshMs) await renew();
      return age() < trustedMs ? held?.keys : undefined;
    },
    /** Asks for newer keys, because one is not known; at most twice a minute. Tells whether there was an answer to wait for. */
    renew,
  };
}

// Anything else is a fault over there, and must not look as if every key had been withdrawn.
function asKeySet(bytes: Uint8Array): object | undefined {
  try {
    const document: unknown = JSON.parse(Buffer.from(bytes).toString());
    const isSet = typeof document === "object" && document !== null && "keys" in document;
    return isSet && Array.isArray(document.keys) ? document : undefined;
  } catch {
    return undefined;
  }
}
