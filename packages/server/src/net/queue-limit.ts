/** How many requests may wait, adapted to how fast they are answered. */
export interface QueueLimit {
  /** Whether one more may wait. */
  admits(waiting: number): boolean;
  /** Takes note of a request that was answered, and how long it took if others waited meanwhile. */
  answered(milliseconds: number | undefined): void;
}

/** Fewer are never refused: a closed loop of this many callers is served, however slow the machine is. */
export const minQueue = 64;

// With a body of 64 KiB each, 64 MiB.
const maxQueue = 1_024;
const targetMs = 100;
// As in CoDel, what a burst leaves behind is no overload: only a queue that does not get shorter is. Requests are counted
// instead of milliseconds, because a slow machine needs longer for the same burst.
const maxBurst = 192;
const weight = 1 / 64;
const maxTimesUsual = 4;

/**
 * Creates a limit by Little's law: as many may wait as are answered within 100 ms. More may wait until 192 were answered
 * and the queue is still long.
 */
export function createQueueLimit(): QueueLimit {
  let usualMs = targetMs / maxQueue;
  let answeredSinceShort = 0;
  return {
    admits(waiting) {
      const limit = Math.min(maxQueue, Math.max(minQueue, targetMs / usualMs));
      if (waiting < limit / 2) answeredSinceShort = 0;
      return waiting < (answeredSinceShort < maxBurst ? maxQueue : limit);
    },
    answered(milliseconds) {
      answeredSinceShort += 1;
      // One long turn of the event loop, whatever its cause, says little about the next ones.
      if (milliseconds !== undefined) usualMs += weight * (Math.min(milliseconds, maxTimesUsual * usualMs) - usualMs);
    },
  };
}
