import { type Client, type CountResult, type Limit, type Limiter, nonceMs } from "./limiter.ts";
import { createSlidingLog } from "./sliding-log.ts";
import { createTtlMap } from "./ttl-map.ts";

/** A limiter that counts calls in the memory of this process, so it can answer at once. */
export interface MemoryLimiter extends Limiter {
  /** Does what `count` does, and dates the call when it was sent. Default: now. */
  countNow(client: Client, nonce?: string, sentAtMs?: number): CountResult;
  isReplay(client: Client, nonce: string | undefined): boolean;
}

export function createMemoryLimiter(limit: Limit, elapsedMs: () => number): MemoryLimiter {
  const log = createSlidingLog(limit, elapsedMs);
  const nonces = createTtlMap<true>(nonceMs, elapsedMs);
  const nameNonce = (client: Client, nonce: string) => JSON.stringify([...client, nonce]);
  const isReplay = (client: Client, nonce: string | undefined) =>
    nonce !== undefined && nonces.get(nameNonce(client, nonce)) === true;

  function countNow(client: Client, nonce?: string, sentAtMs?: number): CountResult {
    if (isReplay(client, nonce)) return { kind: "replayed" };
    const state = log.count(JSON.stringify(client), sentAtMs);
    if (nonce !== undefined && state.kind === "counted") nonces.set(nameNonce(client, nonce), true);
    return state;
  }

  return {
    countNow,
    isReplay,
    count: async (client, nonce) => countNow(client, nonce),
    findOverLimit(client) {
      const state = log.peek(JSON.stringify(client));
      return state.kind === "over" ? state : undefined;
    },
    async close() {},
  };
}
