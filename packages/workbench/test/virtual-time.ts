import type { Timers } from "../src/session/timers.ts";

/** A clock that stands still until it is told to go on. */
export interface VirtualTime {
  readonly now: () => number;
  readonly timers: Timers;
  /** Lets this much time pass, with everything that becomes due in it. */
  advance(ms: number): Promise<void>;
}

/** Creates a clock whose timers run only when time is told to pass. */
export function createVirtualTime(): VirtualTime {
  let time = 0;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];
  // Everything that was promised happens before the next timer; what reads a stream takes some rounds.
  const settle = async () => {
    for (let round = 0; round < 10; round += 1) await new Promise(setImmediate);
  };
  return {
    now: () => time,
    timers: {
      runAfter(ms, run) {
        const timer = { at: time + ms, run };
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
        const [first] = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!first) break;
        waiting = waiting.filter((other) => other !== first);
        time = Math.max(time, first.at);
        first.run();
      }
      time = end;
    },
  };
}
