import type { Limit, LimitState } from "./limiter.ts";
import { createTtlMap } from "./ttl-map.ts";

/** When the calls of each name were made, as far as they are still within the window. */
export interface SlidingLog {
  /** Counts one call unless it exceeds the limit; `maxCalls` replaces the usual limit. */
  count(name: string, maxCalls?: number): LimitState;
  /** Tells how a name stands, without counting. */
  peek(name: string, maxCalls?: number): LimitState;
  /** Counts one call that was allowed elsewhere. */
  add(name: string): void;
}

/** Creates an empty log. It is exact for any sequence of times: no window ever holds more calls than the limit. */
export function createSlidingLog({ calls: defaultCalls, windowSeconds }: Limit, elapsedMs: () => number): SlidingLog {
  // Whole microseconds, because sums of fractions would be off by a little, and by a second once rounded up.
  const windowUs = Math.round(windowSeconds * 1e6);
  const elapsedUs = () => Math.round(elapsedMs() * 1_000);
  const logs = createTtlMap<number[]>(windowSeconds * 1_000 + 1, elapsedMs);

  function dropExpired(name: string, now: number): number[] {
    const log = logs.get(name) ?? [];
    const first = log.findIndex((at) => at + windowUs > now);
    log.splice(0, first < 0 ? log.length : first);
    return log;
  }

  function toState(kind: LimitState["kind"], log: readonly number[], maxCalls: number, now: number): LimitState {
    // Where more calls were counted than are allowed now, several have to leave the window before the next one passes.
    const next = log[Math.max(0, log.length - maxCalls)];
    return {
      kind,
      remaining: Math.max(0, maxCalls - log.length),
      resetMs: next === undefined ? 0 : (next + windowUs - now) / 1_000,
    };
  }

  return {
    count(name, maxCalls = defaultCalls) {
      const now = elapsedUs();
      const log = dropExpired(name, now);
      if (log.length >= maxCalls) return toState("over", log, maxCalls, now);
      log.push(now);
      logs.set(name, log);
      return toState("counted", log, maxCalls, now);
    },
    peek(name, maxCalls = defaultCalls) {
      const now = elapsedUs();
      const log = dropExpired(name, now);
      return toState(log.length >= maxCalls ? "over" : "counted", log, maxCalls, now);
    },
    add(name) {
      const now = elapsedUs();
      const log = dropExpired(name, now);
      log.push(now);
      logs.set(name, log);
    },
  };
}
