import { EventEmitter, once } from "node:events";

/** A clock that a test moves. It wakes its sleepers one after another, and waits until each of them sleeps again. */
export interface VirtualClock {
  now(): Date;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Moves the clock forward, and wakes each sleeper when it is due. */
  advance(seconds: number): Promise<void>;
  /** Moves the clock to the time when the next sleeper is due, and wakes it. */
  wakeNext(): Promise<void>;
}

interface Sleeper {
  readonly due: number;
  wake(): void;
}

export function createVirtualClock(): VirtualClock {
  let time = Date.parse("2026-11-01T00:00:00Z");
  const sleepers = new Set<Sleeper>();
  const events = new EventEmitter();

  function findEarliest(): Sleeper | undefined {
    return [...sleepers].sort((a, b) => a.due - b.due)[0];
  }

  async function wake(sleeper: Sleeper): Promise<void> {
    time = Math.max(time, sleeper.due);
    const asleep = once(events, "sleep");
    sleeper.wake();
    await asleep;
  }

  return {
    now: () => new Date(time),
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const sleeper: Sleeper = {
          due: time + milliseconds,
          wake() {
            sleepers.delete(sleeper);
            signal.removeEventListener("abort", sleeper.wake);
            resolve();
          },
        };
        if (signal.aborted) return resolve();
        signal.addEventListener("abort", sleeper.wake, { once: true });
        sleepers.add(sleeper);
        events.emit("sleep");
      }),
    async advance(seconds) {
      const end = time + seconds * 1_000;
      for (let next = findEarliest(); next && next.due <= end; next = findEarliest()) await wake(next);
      time = end;
    },
    async wakeNext() {
      const next = findEarliest();
      if (next) await wake(next);
    },
  };
}
