import type { Limit, Standing } from "./limiter.ts";
import { createTtlMap } from "./ttl-map.ts";

/** When the calls of each name were, as far as they are still within the window. */
export interface SlidingLog {
  /** Counts one call, unless it would be one too many; at most `calls` of them, where fewer are allowed than usual. */
  count(name: string, calls?: number): Standing;
  /** How a name stands, without counting. */
  look(name: string, calls?: number): Standing;
  /** Counts one call that somebody else let pass. */
  add(name: string): void;
}

/** Exact for any sequence of times: a window that begins with a call never holds more than the limit. */
export function createSlidingLog({ calls: usual, windowSeconds }: Limit, elapsedMs: () => number): SlidingLog {
  // Whole microseconds: sums of fractions would be off by a little, and a second once rounded up.
  const windowUs = Math.round(windowSeconds * 1e6);
  const elapsedUs = () => Math.round(elapsedMs() * 1_000);
  const logs = createTtlMap<number[]>(windowSeconds * 1_000 + 1, elapsedMs);

  function live(name: string, now: number): number[] {
    const log = logs.get(name) ?? [];
    const first = log.findIndex((at) => at + windowUs > now);
    log.splice(0, first < 0 ? log.length : first);
    return log;
  }

  function standing(kind: Standing["kind"], log: readonly number[], calls: number, now: number): Standing {
    // Where fewer are allowed than were counted, so many have to leave before the next one passes.
    const next = log[Math.max(0, log.length - calls)];
    return {
      kind,
      remaining: Math.max(0, calls - log.length),
      resetMs: next === undefined ? 0 : (next + windowUs - now) / 1_000,
    };
  }

  return {
    count(name, calls = usual) {
      const now = elapsedUs();
      const log = live(name, now);
      if (log.length >= calls) return standing("over", log, calls, now);
      log.push(now);
      logs.set(name, log);
      return standing("counted", log, calls, now);
    },
    look(name, calls = usual) {
      const now = elapsedUs();
      const log = live(name, now);
      return standing(log.length >= calls ? "over" : "counted", log, calls, now);
    },
    add(name) {
      const now = elapsedUs();
      const log = live(name, now);
      log.push(now);
      logs.set(name, log);
    },
  };
}
