import type { Limit, Limiter } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { createRedisLimiter } from "./redis-limiter.ts";
import { createStore } from "./store.ts";

/** The store that a fleet shares. */
interface StoreOptions {
  /** One node, or some nodes of a cluster from which the others are found. */
  readonly urls: readonly string[];
  readonly cluster?: boolean | undefined;
  /** Names in the store are made with it, so that nobody who reads them learns an address. */
  readonly secret: string;
  /** How long it may be silent before an instance counts alone; 90 unless given. */
  readonly silenceMs?: number | undefined;
}

/** What is counted, and where. */
export interface LimitOptions {
  /** 20 calls in any 60 seconds unless given. */
  readonly limit?: Limit | undefined;
  /** Where all instances count together; without one, each counts for itself. */
  readonly store?: StoreOptions | undefined;
  /** How many instances share the limit when the store cannot be reached; 1 unless given. */
  readonly instances?: number | undefined;
}

export const usualLimit: Limit = { calls: 20, windowSeconds: 60 };

/** What the operator hears of the store. */
interface Told {
  degraded(reason: string): void;
  restored(): void;
  storeFailed(): void;
}

const minSecretLength = 32;

/** The limiter that the options ask for; throws when they cannot be meant. A store that is down is no reason to wait. */
export async function createLimiter(
  { limit = usualLimit, instances = 1, store }: LimitOptions,
  { degraded, restored, storeFailed }: Told,
): Promise<Limiter> {
  const elapsedMs = () => performance.now();
  check(Number.isInteger(limit.calls) && limit.calls >= 1, "limit.calls must be a whole number from 1 on");
  check(limit.windowSeconds > 0, "limit.windowSeconds must be more than 0");
  check(Number.isInteger(instances) && instances >= 1, "instances must be a whole number from 1 on");
  if (!store) return createMemoryLimiter(limit, elapsedMs);
  const { urls, cluster = false, secret, silenceMs = 90 } = store;
  check(
    urls.length > 0 && urls.every((url) => /^rediss?:\/\//.test(url)),
    "store.urls must begin with redis:// or rediss://",
  );
  check(cluster || urls.length === 1, "store.urls must be one address unless store.cluster is true");
  check(secret.length >= minSecretLength, `store.secret must have at least ${minSecretLength} characters`);
  const connected = createStore({ urls, cluster, silenceMs, degraded, restored, failed: storeFailed });
  await connected.tried;
  return createRedisLimiter({ limit, store: connected, secret, instances, elapsedMs });
}

function check(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`${rule}.`);
}
