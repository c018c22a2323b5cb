import { createHmac } from "node:crypto";
import { readCounted } from "./count-script.ts";
import { type Client, type Limit, type Limiter, nonceMs, type Standing } from "./limiter.ts";
import { createSlidingLog } from "./sliding-log.ts";
import type { Store } from "./store.ts";
import { createTtlMap } from "./ttl-map.ts";

export interface RedisLimiterOptions {
  readonly limit: Limit;
  readonly store: Store;
  /** Shared by the fleet: without it, names in the store tell nothing. */
  readonly secret: string;
  /** How many share the limit while the store is away. */
  readonly instances: number;
  /** A clock that is never set. */
  elapsedMs(): number;
}

/** Counts the calls of a fleet in its store, and those of this process beside it for the time when the store is away. */
export function createRedisLimiter({ limit, store, secret, instances, elapsedMs }: RedisLimiterOptions): Limiter {
  const windowMs = limit.windowSeconds * 1_000;
  const share = Math.ceil(limit.calls / instances);
  const own = createSlidingLog(limit, elapsedMs);
  const nonces = createTtlMap<true>(nonceMs, elapsedMs);
  // When calls were let pass that the store does not know of: the next one that reaches it brings them along.
  const owed = createTtlMap<readonly number[]>(windowMs, elapsedMs);
  // Clients of whom the store said that they have to wait: until then it is not asked again.
  const waiting = createTtlMap<{ readonly askAgainAt: number; readonly freeAt: number }>(windowMs, elapsedMs);

  function note(name: string, nonce: string | undefined): void {
    if (nonce !== undefined) nonces.set(`${name}:${nonce}`, true);
  }

  async function ask(name: string, nonce: string | undefined): Promise<Standing | undefined> {
    const brought = owed.get(name) ?? [];
    owed.delete(name);
    const sentAt = elapsedMs();
    const ages = brought.map((at) => String(Math.round((sentAt - at) * 1_000)));
    const keys = nonce === undefined ? [name] : [name, `${name}:${nonce}`];
    try {
      const args = [limit.calls, windowMs * 1_000, nonceMs].map(String);
      const { result, remaining, resetMs } = await store.count(keys, [...args, ...ages], (answer) => {
        const read = readCounted(answer, limit);
        if (read.result === "counted" && own.look(name, mostLimits * limit.calls).kind === "over") {
          throw new Error("The store does not count.");
        }
        return read;
      });
      if (result === "replayed") return undefined;
      if (result === "counted") {
        own.add(name);
        note(name, nonce);
        return { kind: "counted", remaining, resetMs };
      }
      // The store spoke somewhere between: it is asked again at the earliest moment, and callers are told the latest.
      waiting.set(name, { askAgainAt: sentAt + resetMs, freeAt: elapsedMs() + resetMs });
      return { kind: "over", remaining: 0, resetMs };
    } catch (reason) {
      if (brought.length > 0) owed.set(name, [...brought, ...(owed.get(name) ?? [])]);
      throw reason;
    }
  }

  function countAlone(name: string, nonce: string | undefined): Standing | undefined {
    if (nonce !== undefined && nonces.get(`${name}:${nonce}`)) return undefined;
    const standing = own.count(name, share);
    if (standing.kind === "counted") {
      owed.set(name, [...(owed.get(name) ?? []), elapsedMs()]);
      note(name, nonce);
    }
    return { ...standing, isLocal: true };
  }

  return {
    async count(client, nonce) {
      const name = nameOf(client, secret);
      if (nonce !== undefined && nonces.get(`${name}:${nonce}`)) return { kind: "replayed" };
      const wait = waiting.get(name);
      const now = elapsedMs();
      if (wait && now < wait.askAgainAt) return { kind: "over", remaining: 0, resetMs: wait.freeAt - now };
      const standing = await ask(name, nonce).catch(() => countAlone(name, nonce));
      return standing ?? { kind: "replayed" };
    },
    async close() {
      store.close();
    },
  };
}

// After a restart the store may count a client from 0 again, within one window.
const mostLimits = 2;

// An address could be found again behind a plain hash within seconds. The braces keep what belongs to a client together
// in a cluster.
function nameOf(client: Client, secret: string): string {
  const digest = createHmac("sha256", secret).update(JSON.stringify(client)).digest();
  return `assay:{${digest.subarray(0, 16).toString("base64url")}}`;
}
