import { requestLimits } from "@assay/contract";
import type { Limit, Limiter, StoreEvents } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { RedisLimiter } from "./redis-limiter.ts";
import { RedisStore } from "./redis-store.ts";

/** The Redis store that all instances share. */
interface StoreOptions {
  /** A single node, or some nodes of a cluster, through which the other nodes are discovered. */
  readonly urls: readonly string[];
  readonly cluster?: boolean | undefined;
  /** The HMAC key for client names in Redis, so that they do not reveal addresses. At least 32 characters. */
  readonly secret: string;
  /** How long the store may be silent before an instance counts on its own. Default: 90 ms. */
  readonly silenceMs?: number | undefined;
}

/** The rate limit, and where calls are counted. */
export interface LimitOptions {
  /** Default: 20 calls in any 60 seconds. */
  readonly limit?: Limit | undefined;
  /** The store in which all instances count calls. Default: each instance counts on its own. */
  readonly store?: StoreOptions | undefined;
  /** How many instances share the limit while the store is unavailable. Default: 1. */
  readonly instances?: number | undefined;
}

export const defaultLimit: Limit = { calls: requestLimits.calls, windowSeconds: requestLimits.windowSeconds };

const minSecretLength = 32;

/** Creates the limiter; throws if the options are invalid. An unavailable store is not an error. */
export async function createLimiter(
  { limit = defaultLimit, instances = 1, store }: LimitOptions,
  events: StoreEvents,
): Promise<Limiter> {
  const elapsedMs = () => performance.now();
  check(Number.isInteger(limit.calls) && limit.calls >= 1, "limit.calls must be an integer of at least 1");
  check(limit.windowSeconds > 0, "limit.windowSeconds must be greater than 0");
  check(Number.isInteger(instances) && instances >= 1, "instances must be an integer of at least 1");
  if (!store) return createMemoryLimiter(limit, elapsedMs);
  const { urls, cluster = false, secret, silenceMs = 90 } = store;
  check(
    urls.length > 0 && urls.every((url) => /^rediss?:\/\//.test(url)),
    "store.urls must begin with redis:// or rediss://",
  );
  check(cluster || urls.length === 1, "store.urls must contain one URL unless store.cluster is true");
  check(secret.length >= minSecretLength, `store.secret must have at least ${minSecretLength} characters`);
  const redisStore = new RedisStore({ urls, cluster, silenceMs, ...events });
  await redisStore.firstAttempt;
  return new RedisLimiter({ limit, store: redisStore, secret, instances, elapsedMs });
}

function check(isMet: boolean, requirement: string): void {
  if (!isMet) throw new Error(`${requirement}.`);
}
