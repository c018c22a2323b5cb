import type { Limit, LimitState } from "./limiter.ts";
import { createTtlMap } from "./ttl-map.ts";

/** The times of the calls within the window, by name. */
export interface SlidingLog {
  /** Counts one call unless it exceeds the limit; `maxCalls` replaces the default limit. */
  count(name: string, maxCalls?: number): LimitState;
  /** Returns the state of a name, without counting a call. */
  peek(name: string, maxCalls?: number): LimitState;
  /** Counts one call that was allowed elsewhere, even if it exceeds the limit. */
  add(name: string): void;
}

/** Creates an empty log. It is exact: whenever calls arrive, `count` never lets a window exceed the limit. */
export function createSlidingLog({ calls: defaultCalls, windowSeconds }: Limit, elapsedMs: () => number): SlidingLog {
  // Use whole microseconds: a sum of fractions can be slightly too large, and would be rounded up to the next second.
  const windowUs = Math.round(windowSeconds * 1e6);
  const elapsedUs = () => Math.round(elapsedMs() * 1_000);
  const logs = createTtlMap<number[]>(windowSeconds * 1_000 + 1, elapsedMs);

  function dropExpired(name: string, now: number): number[] {
    const log = logs.get(name) ?? [];
    const firstInWindow = log.findIndex((time) => time + windowUs > now);
    log.splice(0, firstInWindow < 0 ? log.length : firstInWindow);
    return log;
  }

  function toState(kind: LimitState["kind"], log: readonly number[], maxCalls: number, now: number): LimitState {
    // If the log exceeds `maxCalls`, several calls have to leave the window before another can pass.
    const nextToLeave = log[Math.max(0, log.length - maxCalls)];
    return {
      kind,
      remaining: Math.max(0, maxCalls - log.length),
      resetMs: nextToLeave === undefined ? 0 : (nextToLeave + windowUs - now) / 1_000,
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
