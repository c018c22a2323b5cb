import { createHmac } from "node:crypto";
import { readCountResult } from "./count-script.ts";
import { type Client, type CountResult, type Limit, type Limiter, type LimitState, nonceMs } from "./limiter.ts";
import { createMemoryLimiter, type MemoryLimiter } from "./memory-limiter.ts";
import type { RedisStore } from "./redis-store.ts";
import { createSlidingLog, type SlidingLog } from "./sliding-log.ts";
import { createTtlMap, type TtlMap } from "./ttl-map.ts";

export interface RedisLimiterOptions {
  readonly limit: Limit;
  readonly store: Pick<RedisStore, "count" | "failingMs" | "close">;
  /** Shared by all instances. Redis keys cannot be traced back to clients without it. */
  readonly secret: string;
  /** How many instances share the limit while the store is unavailable. */
  readonly instances: number;
  /** A monotonic clock. */
  elapsedMs(): number;
}

// While one part of a store is down, another can be back: ask it about a client that this instance alone refused.
const askEveryMs = 1_000;

/** A client that has no call left, as the store said or, while it is unavailable, this instance alone (`isLocal`). */
interface OverLimit {
  readonly askAgainAt: number;
  readonly resetAt: number;
  readonly isLocal: boolean;
}

/**
 * A limiter that counts in a store shared by all instances. A call that the store does not answer in time passes alone,
 * within this instance's share of the limit. The store is not told of it later: a store that stalled counts it itself.
 */
export class RedisLimiter implements Limiter {
  readonly #options: RedisLimiterOptions;
  /**
   * All calls that this instance let pass: whatever the store says, they never exceed the limit. They are dated when they
   * were sent. The store dates them later, so it never lets a call pass that this log refuses, unless it lost some.
   */
  readonly #own: MemoryLimiter;
  /** The calls that passed without an answer from the store. */
  readonly #alone: SlidingLog;
  /** How many calls of a client had passed at other instances when the store last answered. */
  readonly #elsewhere: TtlMap<number>;
  /** Clients that have no call left. The store is not asked about them again before `askAgainAt`. */
  readonly #overLimit: TtlMap<OverLimit>;

  constructor(options: RedisLimiterOptions) {
    const { limit, instances, elapsedMs } = options;
    const { calls, windowSeconds } = limit;
    this.#options = options;
    this.#own = createMemoryLimiter(limit, elapsedMs);
    this.#alone = createSlidingLog({ calls: Math.ceil(calls / instances), windowSeconds }, elapsedMs);
    this.#elsewhere = createTtlMap(windowSeconds * 1_000, elapsedMs);
    this.#overLimit = createTtlMap(windowSeconds * 1_000, elapsedMs);
  }

  async count(client: Client, nonce?: string): Promise<CountResult> {
    if (this.#own.isReplay(client, nonce)) return { kind: "replayed" };
    const over = this.findOverLimit(client);
    if (over) return over;
    const { elapsedMs } = this.#options;
    const sentAt = elapsedMs();
    const stored = await this.#countInStore(client, nonce).catch(() => undefined);
    if (!stored) return this.#countAlone(client, nonce, sentAt);
    const { result, remaining, resetMs } = stored;
    if (result === "replayed") return { kind: "replayed" };
    const name = JSON.stringify(client);
    if (remaining === 0) {
      // The store computed `resetMs` between `sentAt` and now. Ask again at the earliest reset; announce the latest.
      this.#overLimit.set(name, { askAgainAt: sentAt + resetMs, resetAt: elapsedMs() + resetMs, isLocal: false });
    }
    if (result === "over") return { kind: "over", remaining, resetMs };
    const own = this.#own.countNow(client, nonce, sentAt);
    if (own.kind !== "counted") return own;
    const elsewhere = own.remaining - remaining;
    if (elsewhere > 0) this.#elsewhere.set(name, elsewhere);
    else this.#elsewhere.delete(name);
    return { kind: "counted", remaining: Math.min(own.remaining, remaining), resetMs };
  }

  findOverLimit(client: Client): LimitState | undefined {
    const { store, elapsedMs } = this.#options;
    const over = this.#overLimit.get(JSON.stringify(client));
    const now = elapsedMs();
    const isKnown = over && now < over.askAgainAt && (!over.isLocal || store.failingMs !== undefined);
    if (!isKnown) return this.#own.findOverLimit(client);
    return { kind: "over", remaining: 0, resetMs: over.resetAt - now };
  }

  async close(): Promise<void> {
    this.#options.store.close();
  }

  #countInStore(client: Client, nonce: string | undefined) {
    const { limit, store, secret } = this.#options;
    const key = deriveRedisKey(client, secret);
    const keys = nonce === undefined ? [key] : [key, `${key}:${nonce}`];
    const args = [limit.calls, limit.windowSeconds * 1e6, nonceMs].map(String);
    return store.count(keys, args, (answer) => readCountResult(answer, limit, nonce !== undefined));
  }

  #countAlone(client: Client, nonce: string | undefined, sentAt: number): CountResult {
    if (this.#own.isReplay(client, nonce)) return { kind: "replayed" };
    const name = JSON.stringify(client);
    const share = this.#alone.peek(name);
    if (share.kind === "over") {
      const { store, elapsedMs } = this.#options;
      const now = elapsedMs();
      // Once the store is back, the client may have calls left: an outage often lasts as long again as it has lasted.
      const resetMs = Math.min(share.resetMs, Math.max(askEveryMs, store.failingMs ?? 0));
      const askAgainAt = now + Math.min(resetMs, askEveryMs);
      this.#overLimit.set(name, { askAgainAt, resetAt: now + resetMs, isLocal: true });
      return { ...share, resetMs, isLocal: true };
    }
    const own = this.#own.countNow(client, nonce, sentAt);
    if (own.kind !== "counted") return own;
    this.#alone.count(name, sentAt);
    const remaining = Math.max(0, own.remaining - (this.#elsewhere.get(name) ?? 0));
    return { ...own, remaining, isLocal: true };
  }
}

// An HMAC, because a plain hash of an address can be reversed within seconds. The braces are a hash tag, which puts all
// keys of a client into the same cluster slot.
function deriveRedisKey(client: Client, secret: string): string {
  const digest = createHmac("sha256", secret).update(JSON.stringify(client)).digest();
  return `assay:{${digest.subarray(0, 16).toString("base64url")}}`;
}
