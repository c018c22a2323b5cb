import { createHmac } from "node:crypto";
import { readCountResult } from "./count-script.ts";
import { type Client, type Limit, type Limiter, type LimitState, nonceMs } from "./limiter.ts";
import { createSlidingLog, type SlidingLog } from "./sliding-log.ts";
import type { RedisStore } from "./store.ts";
import { createTtlMap, type TtlMap } from "./ttl-map.ts";

export interface RedisLimiterOptions {
  readonly limit: Limit;
  readonly store: Pick<RedisStore, "count" | "close">;
  /** Shared by the fleet; without it, names in the store cannot be traced back to clients. */
  readonly secret: string;
  /** How many instances share the limit while the store is unavailable. */
  readonly instances: number;
  /** A monotonic clock. */
  elapsedMs(): number;
}

/** A call on its way to the store. */
interface CountedCall {
  readonly client: Client;
  readonly name: string;
  readonly nonce: string | undefined;
}

// After a restart the store may count a client from 0 again, within one window.
const maxLimitsPerWindow = 2;

/** A limiter that counts in the store of a fleet, and by itself while the store is unavailable. */
export class RedisLimiter implements Limiter {
  readonly #options: RedisLimiterOptions;
  readonly #windowMs: number;
  /** The calls that this instance let pass. */
  readonly #localLog: SlidingLog;
  readonly #nonces: TtlMap<true>;
  /** When calls passed that the store does not know of; the next call of the same client reports them. */
  readonly #unreported: TtlMap<readonly number[]>;
  /** Clients that the store told to wait, by their plain names; until then it is not asked again. */
  readonly #waiting: TtlMap<{ readonly askAgainAt: number; readonly freeAt: number }>;

  constructor(options: RedisLimiterOptions) {
    const { limit, elapsedMs } = options;
    this.#options = options;
    this.#windowMs = limit.windowSeconds * 1_000;
    this.#localLog = createSlidingLog(limit, elapsedMs);
    this.#nonces = createTtlMap(nonceMs, elapsedMs);
    this.#unreported = createTtlMap(this.#windowMs, elapsedMs);
    this.#waiting = createTtlMap(this.#windowMs, elapsedMs);
  }

  async count(client: Client, nonce?: string): ReturnType<Limiter["count"]> {
    const name = toStoreName(client, this.#options.secret);
    if (nonce !== undefined && this.#nonces.get(`${name}:${nonce}`)) return { kind: "replayed" };
    const over = this.findOver(client);
    if (over) return over;
    const state = await this.#countInStore({ client, name, nonce }).catch(() => this.#countLocally(name, nonce));
    return state ?? { kind: "replayed" };
  }

  findOver(client: Client): LimitState | undefined {
    const wait = this.#waiting.get(JSON.stringify(client));
    const now = this.#options.elapsedMs();
    return wait && now < wait.askAgainAt ? { kind: "over", remaining: 0, resetMs: wait.freeAt - now } : undefined;
  }

  async close(): Promise<void> {
    this.#options.store.close();
  }

  async #countInStore(counted: CountedCall): Promise<LimitState | undefined> {
    const { elapsedMs } = this.#options;
    const { client, name, nonce } = counted;
    const unreported = this.#unreported.get(name) ?? [];
    this.#unreported.delete(name);
    const sentAt = elapsedMs();
    try {
      const ages = unreported.map((at) => String(Math.round((sentAt - at) * 1_000)));
      const { result, remaining, resetMs } = await this.#askStore(counted, ages);
      if (result === "replayed") {
        // A replay is recognized before anything is counted.
        this.#keepUnreported(name, unreported);
        return undefined;
      }
      if (result === "counted") {
        this.#localLog.add(name);
        this.#spend(name, nonce);
        return { kind: "counted", remaining, resetMs };
      }
      // The store answered somewhere between: ask again at the earliest moment, tell callers the latest.
      this.#waiting.set(JSON.stringify(client), { askAgainAt: sentAt + resetMs, freeAt: elapsedMs() + resetMs });
      return { kind: "over", remaining: 0, resetMs };
    } catch (reason) {
      this.#keepUnreported(name, unreported);
      throw reason;
    }
  }

  #askStore({ name, nonce }: CountedCall, ages: readonly string[]) {
    const { limit, store } = this.#options;
    const keys = nonce === undefined ? [name] : [name, `${name}:${nonce}`];
    const args = [limit.calls, this.#windowMs * 1_000, nonceMs].map(String);
    return store.count(keys, [...args, ...ages], (answer) => {
      const read = readCountResult(answer, limit, nonce !== undefined);
      const max = maxLimitsPerWindow * limit.calls;
      if (read.result === "counted" && this.#localLog.peek(name, max).kind === "over") {
        throw new Error("Redis does not count calls.");
      }
      return read;
    });
  }

  #countLocally(name: string, nonce: string | undefined): LimitState | undefined {
    const { limit, instances, elapsedMs } = this.#options;
    if (nonce !== undefined && this.#nonces.get(`${name}:${nonce}`)) return undefined;
    const state = this.#localLog.count(name, Math.ceil(limit.calls / instances));
    if (state.kind === "counted") {
      this.#keepUnreported(name, [elapsedMs()]);
      this.#spend(name, nonce);
    }
    return { ...state, isLocal: true };
  }

  #keepUnreported(name: string, times: readonly number[]): void {
    if (times.length > 0) this.#unreported.set(name, [...times, ...(this.#unreported.get(name) ?? [])]);
  }

  #spend(name: string, nonce: string | undefined): void {
    if (nonce !== undefined) this.#nonces.set(`${name}:${nonce}`, true);
  }
}

// HMAC, because an address behind a plain hash is found within seconds. The braces keep the keys of one client in the
// same slot of a cluster.
function toStoreName(client: Client, secret: string): string {
  const digest = createHmac("sha256", secret).update(JSON.stringify(client)).digest();
  return `assay:{${digest.subarray(0, 16).toString("base64url")}}`;
}
