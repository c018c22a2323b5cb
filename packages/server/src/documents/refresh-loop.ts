/** The longest wait before a failed refresh is retried, and so the Retry-After for callers of an unavailable domain. */
export const maxRetrySeconds = 30;

/** Waits; returns early, without an error, when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

interface RefreshLoopOptions {
  /** Refreshes once; returns whether the refresh succeeded. */
  refresh(): Promise<boolean>;
  readonly refreshSeconds: number;
  readonly sleep: Sleep;
  /** Returns a random number from 0 up to 1, which spreads the refreshes. */
  random(): number;
}

/** Refreshes until it is stopped: sooner after a failure, and not in step with other domains or instances. */
export function startRefreshLoop({ refresh, refreshSeconds, sleep, random }: RefreshLoopOptions) {
  const stopping = new AbortController();
  let isLoaded = false;
  let failures = 0;

  function pickWaitSeconds(): number {
    // Domains load in quick succession. A random first wait spreads their refreshes over the whole interval.
    if (!isLoaded && failures === 0) {
      isLoaded = true;
      return refreshSeconds * random();
    }
    // After a failure, wait one second, then twice as long each time. 10% of jitter spreads the instances of a fleet.
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
