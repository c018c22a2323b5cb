/** The longest wait before a failed refresh is retried. Callers of an unavailable domain get it as Retry-After. */
export const maxRetrySeconds = 30;

/** Waits; returns early, without an error, when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

interface RefreshLoopOptions {
  /** Refreshes once; returns whether the refresh succeeded. */
  refresh(): Promise<boolean>;
  readonly refreshSeconds: number;
  readonly sleep: Sleep;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive), used to spread the refreshes. */
  random(): number;
}

/** Refreshes regularly, and sooner after a failure, until it is stopped. Waits are random, to spread the load. */
export function startRefreshLoop({ refresh, refreshSeconds, sleep, random }: RefreshLoopOptions) {
  const stopping = new AbortController();
  let isSpreadOut = false;
  let failures = 0;

  function pickWaitSeconds(): number {
    // All domains load at the start. A random wait after the first success spreads their refreshes over the interval.
    if (!isSpreadOut && failures === 0) {
      isSpreadOut = true;
      return refreshSeconds * random();
    }
    // After a failure, wait one second, then twice as long each time. Up to 10% jitter keeps instances from refreshing
    // in step.
    const seconds = failures === 0 ? refreshSeconds : Math.min(refreshSeconds, maxRetrySeconds, 2 ** (failures - 1));
    return seconds * (0.9 + 0.1 * random());
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isOk = await refresh();
      failures = isOk ? 0 : failures + 1;
      await sleep(1_000 * pickWaitSeconds(), stopping.signal);
    }
  }
  const running = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
