import { type Limit, type Limiter, nonceMs } from "./limiter.ts";
import { createSlidingLog } from "./sliding-log.ts";
import { createTtlMap } from "./ttl-map.ts";

/** Creates a limiter that counts calls in the memory of this process. */
export function createMemoryLimiter(limit: Limit, elapsedMs: () => number): Limiter {
  const log = createSlidingLog(limit, elapsedMs);
  const nonces = createTtlMap<true>(nonceMs, elapsedMs);
  return {
    async count(client, nonce) {
      const name = JSON.stringify(client);
      const nonceKey = nonce === undefined ? undefined : JSON.stringify([...client, nonce]);
      if (nonceKey !== undefined && nonces.get(nonceKey)) return { kind: "replayed" };
      const state = log.count(name);
      if (nonceKey !== undefined && state.kind === "counted") nonces.set(nonceKey, true);
      return state;
    },
    findOverLimit(client) {
      const state = log.peek(JSON.stringify(client));
      return state.kind === "over" ? state : undefined;
    },
    async close() {},
  };
}
