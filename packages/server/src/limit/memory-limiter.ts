import { type Limit, type Limiter, nonceMs } from "./limiter.ts";
import { createSlidingLog } from "./sliding-log.ts";
import { createTtlMap } from "./ttl-map.ts";

/** Creates a limiter that counts the calls of one process. */
export function createMemoryLimiter(limit: Limit, elapsedMs: () => number): Limiter {
  const log = createSlidingLog(limit, elapsedMs);
  const nonces = createTtlMap<true>(nonceMs, elapsedMs);
  return {
    async count(client, nonce) {
      const name = JSON.stringify(client);
      const spent = nonce === undefined ? undefined : JSON.stringify([...client, nonce]);
      if (spent !== undefined && nonces.get(spent)) return { kind: "replayed" };
      const state = log.count(name);
      if (spent !== undefined && state.kind === "counted") nonces.set(spent, true);
      return state;
    },
    findOver(client) {
      const state = log.peek(JSON.stringify(client));
      return state.kind === "over" ? state : undefined;
    },
    async close() {},
  };
}
