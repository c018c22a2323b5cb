/** Waits for an answer, and throws when it does not arrive in time. */
export type Watchdog = <Answer>(answer: Promise<Answer>) => Promise<Answer>;

/** How many ticks an answer may take. */
export interface WatchdogOptions {
  /** Ticks in a row in which nothing at all was answered. */
  readonly maxSilentTicks: number;
  readonly maxTicks: number;
  readonly tickMs: number;
}

/**
 * Creates a watchdog that counts ticks. Between two ticks the event loop reads its sockets. A single long timer would
 * fire before that in a busy process (Node runs timers first) and mistake answers that wait to be read for a dead store.
 * A silent tick does not count if it came late: then the store, this process or the whole machine is busy.
 */
export function createWatchdog({ maxSilentTicks, maxTicks, tickMs }: WatchdogOptions): Watchdog {
  const waiting = new Set<{ silent: number; ticks: number; giveUp(): void }>();
  let isTicking = false;
  let heard = false;
  let dueAt = 0;

  function tick(): void {
    const isLate = performance.now() > dueAt + tickMs;
    for (const one of waiting) {
      one.ticks += 1;
      if (heard) one.silent = 0;
      else if (!isLate) one.silent += 1;
      if (one.silent === maxSilentTicks || one.ticks === maxTicks) one.giveUp();
    }
    heard = false;
    isTicking = false;
    if (waiting.size > 0) tickLater();
  }

  function tickLater(): void {
    if (isTicking) return;
    isTicking = true;
    dueAt = performance.now() + tickMs;
    setTimeout(tick, tickMs).unref();
  }

  return (answer) =>
    new Promise((resolve, reject) => {
      const one = {
        silent: 0,
        ticks: 0,
        giveUp() {
          waiting.delete(one);
          reject(new Error("timeout"));
        },
      };
      waiting.add(one);
      tickLater();
      const end = (settle: () => void) => {
        heard = true;
        waiting.delete(one);
        settle();
      };
      answer.then(
        (value) => end(() => resolve(value)),
        (reason) => end(() => reject(reason)),
      );
    });
}
