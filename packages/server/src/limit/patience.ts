/** Waits for an answer, and throws when it does not come. */
export type Patience = <Answer>(answer: Promise<Answer>) => Promise<Answer>;

/**
 * Patience in ticks of silence, and in ticks altogether. Between two ticks the event loop reads its sockets: Node runs
 * timers first, and one long timer would find a loop that was busy elsewhere, and take the answers that wait to be read
 * for a store that is dead. Silence is no sign while others are answered, nor after a tick that came late: then the
 * store, this process or the whole machine is busy.
 */
export function createPatience(silentTicks: number, mostTicks: number, tickMs: number): Patience {
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
      if (one.silent === silentTicks || one.ticks === mostTicks) one.giveUp();
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
          reject(new Error("no answer in time"));
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
