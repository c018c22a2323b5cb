/** Waits; gives up, without complaint, when it is told to. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

interface FreshOptions {
  /** Tells whether all went well. */
  refresh(): Promise<boolean>;
  readonly refreshSeconds: number;
  readonly sleep: Sleep;
  /** From 0 up to 1: where in its window the next refresh falls. */
  random(): number;
}

const soonest = 1;

/** Refreshes now and then until it is stopped: sooner after a failure, never at the same moment as everybody else. */
export function keepFresh({ refresh, refreshSeconds, sleep, random }: FreshOptions) {
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

// A tenth of jitter spreads a fleet; after a failure it begins with a second and doubles, up to the usual wait.
function waitMs(refreshSeconds: number, failures: number, random: number): number {
  const seconds = failures === 0 ? refreshSeconds : Math.min(refreshSeconds, soonest * 2 ** (failures - 1));
  return seconds * 1_000 * (0.9 + 0.1 * random);
}
