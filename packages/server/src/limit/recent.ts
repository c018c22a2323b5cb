/** Remembers values until they were not touched for a while. */
export interface Recent<Value> {
  get(name: string): Value | undefined;
  /** Keeps a value from now on for the whole while. */
  touch(name: string, value: Value): void;
  delete(name: string): void;
}

// Bounds the memory of a flood from many addresses; fewer than this many calls within a minute are never forgotten.
const most = 500_000;

/** Forgets by a clock that is never set, two at each touch, so that nobody ever waits for a sweep. */
export function createRecent<Value>(keepMs: number, elapsedMs: () => number): Recent<Value> {
  // In the order of their last touch, because each touch puts a name at the end.
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();

  function forgetOld(now: number): void {
    let looked = 0;
    for (const [name, { until }] of kept) {
      if ((until > now && kept.size <= most) || looked === 2) return;
      kept.delete(name);
      looked += 1;
    }
  }

  return {
    get(name) {
      const found = kept.get(name);
      return found && found.until > elapsedMs() ? found.value : undefined;
    },
    touch(name, value) {
      const now = elapsedMs();
      kept.delete(name);
      kept.set(name, { value, until: now + keepMs });
      forgetOld(now);
    },
    delete: (name) => void kept.delete(name),
  };
}
