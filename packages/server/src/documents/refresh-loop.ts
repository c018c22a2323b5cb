/** How long a domain that failed waits at most until it is refreshed again, and so what its callers are told to wait. */
export const maxRetrySeconds = 30;

/** Waits; returns early, without an error, when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

interface RefreshLoopOptions {
  /** Whether all went well. */
  refresh(): Promise<boolean>;
  readonly refreshSeconds: number;
  readonly sleep: Sleep;
  /** From 0 up to 1: where in its window the next refresh falls. */
  random(): number;
}

/** Refreshes repeatedly until it is stopped: sooner after a failure, and never in step with other domains or instances. */
export function startRefreshLoop({ refresh, refreshSeconds, sleep, random }: RefreshLoopOptions) {
  const stopping = new AbortController();
  let isLoaded = false;
  let failures = 0;

  function pickWaitSeconds(): number {
    // Domains are loaded one after another and would be refreshed so too: the first wait ends anywhere in its window.
    if (!isLoaded && failures === 0) {
      isLoaded = true;
      return refreshSeconds * random();
    }
    // After a failure the wait begins with a second and doubles. A tenth of jitter spreads a fleet.
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
  const ended = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}
