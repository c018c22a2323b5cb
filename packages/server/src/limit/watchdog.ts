/** Waits for an answer, and rejects if it does not arrive in time. */
export type Watchdog = <Answer>(answer: Promise<Answer>) => Promise<Answer>;

/** How many ticks an answer may take. */
export interface WatchdogOptions {
  /** Consecutive ticks without an answer to any caller. */
  readonly maxSilentTicks: number;
  readonly maxTicks: number;
  readonly tickMs: number;
}

/**
 * Creates a watchdog that counts short ticks, between which the event loop reads its sockets. In a busy process, one
 * long timer would fire before the sockets are read (Node runs timers first), so unread answers would look like a dead
 * store. A silent tick that fires late does not count, because then the store, this process or the machine is busy.
 */
export function createWatchdog({ maxSilentTicks, maxTicks, tickMs }: WatchdogOptions): Watchdog {
  const waiting = new Set<{ silentTicks: number; ticks: number; giveUp(): void }>();
  let isTicking = false;
  let hasAnswer = false;
  let dueAt = 0;

  function tick(): void {
    const isLate = performance.now() > dueAt + tickMs;
    for (const caller of waiting) {
      caller.ticks += 1;
      if (hasAnswer) caller.silentTicks = 0;
      else if (!isLate) caller.silentTicks += 1;
      if (caller.silentTicks === maxSilentTicks || caller.ticks === maxTicks) caller.giveUp();
    }
    hasAnswer = false;
    isTicking = false;
    if (waiting.size > 0) scheduleTick();
  }

  function scheduleTick(): void {
    if (isTicking) return;
    isTicking = true;
    dueAt = performance.now() + tickMs;
    setTimeout(tick, tickMs).unref();
  }

  return (answer) =>
    new Promise((resolve, reject) => {
      const caller = {
        silentTicks: 0,
        ticks: 0,
        giveUp() {
          waiting.delete(caller);
          reject(new Error("timeout"));
        },
      };
      waiting.add(caller);
      scheduleTick();
      const finish = (settle: () => void) => {
        hasAnswer = true;
        waiting.delete(caller);
        settle();
      };
      answer.then(
        (value) => finish(() => resolve(value)),
        (reason) => finish(() => reject(reason)),
      );
    });
}
