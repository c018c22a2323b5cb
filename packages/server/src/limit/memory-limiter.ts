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
      const standing = log.count(name);
      if (spent !== undefined && standing.kind === "counted") nonces.set(spent, true);
      return standing;
    },
    knownOver(client) {
      const standing = log.peek(JSON.stringify(client));
      return standing.kind === "over" ? standing : undefined;
    },
    async close() {},
  };
}
