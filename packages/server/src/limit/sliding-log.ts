import type { Limit, LimitState } from "./limiter.ts";
import { createTtlMap } from "./ttl-map.ts";

/** The times of the calls within the window, by name. */
export interface SlidingLog {
  /** Counts one call, dated when it was sent, unless it exceeds the limit. */
  count(name: string, sentAtMs?: number): LimitState;
  /** Returns the state of a name, without counting a call. */
  peek(name: string): LimitState;
  /** Counts one call that was allowed elsewhere, even if it exceeds the limit. */
  add(name: string): void;
}

/** Creates an empty log. It is exact: whenever calls arrive, `count` never lets a window exceed the limit. */
export function createSlidingLog({ calls, windowSeconds }: Limit, elapsedMs: () => number): SlidingLog {
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

  function toState(kind: LimitState["kind"], log: readonly number[], now: number): LimitState {
    // If the log exceeds the limit, several calls have to leave the window before another can pass.
    const nextToLeave = log[Math.max(0, log.length - calls)];
    return {
      kind,
      remaining: Math.max(0, calls - log.length),
      resetMs: nextToLeave === undefined ? 0 : (nextToLeave + windowUs - now) / 1_000,
    };
  }

  return {
    count(name, sentAtMs = elapsedMs()) {
      const now = elapsedUs();
      const log = dropExpired(name, now);
      if (log.length >= calls) return toState("over", log, now);
      const sentAt = Math.round(sentAtMs * 1_000);
      // A call that was sent earlier can be counted later.
      log.splice(log.findLastIndex((time) => time <= sentAt) + 1, 0, sentAt);
      logs.set(name, log);
      return toState("counted", log, now);
    },
    peek(name) {
      const now = elapsedUs();
      const log = dropExpired(name, now);
      return toState(log.length >= calls ? "over" : "counted", log, now);
    },
    add(name) {
      const now = elapsedUs();
      const log = dropExpired(name, now);
      log.push(now);
      logs.set(name, log);
    },
  };
}
