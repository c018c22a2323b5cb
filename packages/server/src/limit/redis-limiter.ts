import { createHmac } from "node:crypto";
import { readCountResult } from "./count-script.ts";
import { type Client, type Limit, type Limiter, type LimitState, nonceMs } from "./limiter.ts";
import type { RedisStore } from "./redis-store.ts";
import { createSlidingLog, type SlidingLog } from "./sliding-log.ts";
import { createTtlMap, type TtlMap } from "./ttl-map.ts";

export interface RedisLimiterOptions {
  readonly limit: Limit;
  readonly store: Pick<RedisStore, "count" | "isRecovering" | "close">;
  /** Shared by all instances. Redis keys cannot be traced back to clients without it. */
  readonly secret: string;
  /** How many instances share the limit while the store is unavailable. */
  readonly instances: number;
  /** A monotonic clock. */
  elapsedMs(): number;
}

/** A call that the store is asked to count. */
interface PendingCall {
  readonly client: Client;
  readonly key: string;
  readonly nonce: string | undefined;
}

// A store that restarts loses its counts, so a client can use its whole limit twice within one window.
const maxLimitsPerWindow = 2;
// While one part of a store is down, another can be back: ask it about a client that this instance refused.
const maxLocalMs = 1_000;

/** A client over its limit, as the store said or, while it is unavailable, this instance alone (`isLocal`). */
interface OverLimit {
  readonly askAgainAt: number;
  readonly resetAt: number;
  readonly isLocal: boolean;
}

/** A limiter that counts in a store shared by all instances, and on its own while the store is unavailable. */
export class RedisLimiter implements Limiter {
  readonly #options: RedisLimiterOptions;
  readonly #windowMs: number;
  /** The calls that this instance has let pass. */
  readonly #localLog: SlidingLog;
  readonly #nonces: TtlMap<true>;
  /** The times of passed calls that the store has not counted; the client's next call reports them. */
  readonly #unreported: TtlMap<readonly number[]>;
  /** Clients over their limit. The store is not asked about them again before `askAgainAt`. */
  readonly #overLimit: TtlMap<OverLimit>;

  constructor(options: RedisLimiterOptions) {
    const { limit, elapsedMs } = options;
    this.#options = options;
    this.#windowMs = limit.windowSeconds * 1_000;
    this.#localLog = createSlidingLog(limit, elapsedMs);
    this.#nonces = createTtlMap(nonceMs, elapsedMs);
    this.#unreported = createTtlMap(this.#windowMs, elapsedMs);
    this.#overLimit = createTtlMap(this.#windowMs, elapsedMs);
  }

  async count(client: Client, nonce?: string): ReturnType<Limiter["count"]> {
    const key = deriveRedisKey(client, this.#options.secret);
    if (nonce !== undefined && this.#nonces.get(`${key}:${nonce}`)) return { kind: "replayed" };
    const over = this.findOverLimit(client);
    if (over) return over;
    const call = { client, key, nonce };
    const state = await this.#countInStore(call).catch(() => this.#countLocally(call));
    return state ?? { kind: "replayed" };
  }

  findOverLimit(client: Client): LimitState | undefined {
    const { store, elapsedMs } = this.#options;
    const over = this.#overLimit.get(JSON.stringify(client));
    const now = elapsedMs();
    if (!over || now >= over.askAgainAt || (over.isLocal && !store.isRecovering)) return undefined;
    return { kind: "over", remaining: 0, resetMs: over.resetAt - now };
  }

  async close(): Promise<void> {
    this.#options.store.close();
  }

  async #countInStore(call: PendingCall): Promise<LimitState | undefined> {
    const { elapsedMs } = this.#options;
    const { client, key, nonce } = call;
    const unreported = this.#unreported.get(key) ?? [];
    this.#unreported.delete(key);
    const sentAt = elapsedMs();
    try {
      const agesUs = unreported.map((passedAt) => String(Math.round((sentAt - passedAt) * 1_000)));
      const { result, remaining, resetMs } = await this.#askStore(call, agesUs);
      if (result === "replayed") {
        // The store rejects a replay before it counts the reported calls.
        this.#keepUnreported(key, unreported);
        return undefined;
      }
      if (result === "counted") {
        this.#localLog.add(key);
        this.#markUsed(key, nonce);
        return { kind: "counted", remaining, resetMs };
      }
      // The store computed `resetMs` between `sentAt` and now. Ask again at the earliest reset; announce the latest.
      const [askAgainAt, resetAt] = [sentAt + resetMs, elapsedMs() + resetMs];
      this.#overLimit.set(JSON.stringify(client), { askAgainAt, resetAt, isLocal: false });
      return { kind: "over", remaining: 0, resetMs };
    } catch (reason) {
      this.#keepUnreported(key, unreported);
      throw reason;
    }
  }

  #askStore({ key, nonce }: PendingCall, agesUs: readonly string[]) {
    const { limit, store } = this.#options;
    const keys = nonce === undefined ? [key] : [key, `${key}:${nonce}`];
    const args = [limit.calls, this.#windowMs * 1_000, nonceMs].map(String);
    return store.count(keys, [...args, ...agesUs], (answer) => {
      const storeCount = readCountResult(answer, limit, nonce !== undefined);
      const maxCalls = maxLimitsPerWindow * limit.calls;
      if (storeCount.result === "counted" && this.#localLog.peek(key, maxCalls).kind === "over") {
        throw new Error("Redis does not count calls.");
      }
      return storeCount;
    });
  }

  #countLocally({ client, key, nonce }: PendingCall): LimitState | undefined {
    const { limit, instances, elapsedMs } = this.#options;
    if (nonce !== undefined && this.#nonces.get(`${key}:${nonce}`)) return undefined;
    const now = elapsedMs();
    const state = this.#localLog.count(key, Math.ceil(limit.calls / instances));
    if (state.kind === "counted") {
      this.#keepUnreported(key, [now]);
      this.#markUsed(key, nonce);
    } else {
      const askAgainAt = now + Math.min(state.resetMs, maxLocalMs);
      this.#overLimit.set(JSON.stringify(client), { askAgainAt, resetAt: now + state.resetMs, isLocal: true });
    }
    return { ...state, isLocal: true };
  }

  // Forgets the times that have left the window: the store would ignore them, and it can be down for hours.
  #keepUnreported(key: string, times: readonly number[]): void {
    const windowStart = this.#options.elapsedMs() - this.#windowMs;
    const kept = [...times, ...(this.#unreported.get(key) ?? [])].filter((passedAt) => passedAt > windowStart);
    if (kept.length > 0) this.#unreported.set(key, kept);
  }

  #markUsed(key: string, nonce: string | undefined): void {
    if (nonce !== undefined) this.#nonces.set(`${key}:${nonce}`, true);
  }
}

// An HMAC, because a plain hash of an address can be reversed within seconds. The braces are a hash tag, which puts all
// keys of a client into the same cluster slot.
function deriveRedisKey(client: Client, secret: string): string {
  const digest = createHmac("sha256", secret).update(JSON.stringify(client)).digest();
  return `assay:{${digest.subarray(0, 16).toString("base64url")}}`;
}
