/** Waits; returns early, without an error, when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

interface RefreshLoopOptions {
  /** Tells whether all went well. */
  refresh(): Promise<boolean>;
  readonly refreshSeconds: number;
  readonly sleep: Sleep;
  /** From 0 up to 1: where in its window the next refresh falls. */
  random(): number;
}

const firstRetrySeconds = 1;

/** Refreshes repeatedly until it is stopped: sooner after a failure, and never in step with other instances. */
export function startRefreshLoop({ refresh, refreshSeconds, sleep, random }: RefreshLoopOptions) {
  const stopping = new AbortController();
  let failures = 0;
  const once = async () => {
    const well = await refresh();
    failures = well ? 0 : failures + 1;
  };
  const ended = once().then(async () => {
    while (!stopping.signal.aborted) {
      await sleep(waitMs(refreshSeconds, failures, random()), stopping.signal);
      if (!stopping.signal.aborted) await once();
    }
  });
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

// A tenth of jitter spreads a fleet. After a failure the wait begins with a second and doubles, up to the usual wait.
function waitMs(refreshSeconds: number, failures: number, random: number): number {
  const seconds = failures === 0 ? refreshSeconds : Math.min(refreshSeconds, firstRetrySeconds * 2 ** (failures - 1));
  return seconds * 1_000 * (0.9 + 0.1 * random);
}
