import type { Timers } from "../src/session/timers.ts";

/** A clock that a test advances. */
export interface VirtualTime {
  readonly now: () => number;
  readonly timers: Timers;
  /** Advances the clock, and runs every timer that becomes due. */
  advance(ms: number): Promise<void>;
}

/** Creates a clock that starts at 0. */
export function createVirtualTime(): VirtualTime {
  let time = 0;
  let waiting: { readonly dueAt: number; readonly run: () => void }[] = [];
  // Pending promises settle before the next timer runs. Reading a stream takes several rounds.
  const settle = async () => {
    for (let round = 0; round < 10; round += 1) await new Promise(setImmediate);
  };
  return {
    now: () => time,
    timers: {
      runAfter(ms, run) {
        const timer = { dueAt: time + ms, run };
        waiting.push(timer);
        return () => {
          waiting = waiting.filter((other) => other !== timer);
        };
      },
    },
    async advance(ms) {
      const end = time + ms;
      for (;;) {
        await settle();
        const [first] = waiting.filter(({ dueAt }) => dueAt <= end).sort((a, b) => a.dueAt - b.dueAt);
        if (!first) break;
        waiting = waiting.filter((other) => other !== first);
        time = Math.max(time, first.dueAt);
        first.run();
      }
      time = end;
    },
  };
}
