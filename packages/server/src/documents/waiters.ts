/** Counts the callers that wait for each document; once the last one has left, the fetch can be abandoned. */
export interface Waiters {
  /** Waits for these documents; returns the function to call when done. */
  join(names: readonly string[]): () => void;
  /** Returns the signal that aborts when the last caller leaves; nothing if no caller waits for the document. */
  unwanted(name: string): AbortSignal | undefined;
}

/** Creates an empty list of waiters. */
export function createWaiters(): Waiters {
  const waiting = new Map<string, { count: number; readonly left: AbortController }>();

  function leave(name: string): void {
    const entry = waiting.get(name);
    if (!entry) return;
    entry.count -= 1;
    if (entry.count > 0) return;
    waiting.delete(name);
    entry.left.abort(new Error("no call is waiting for it any more"));
  }

  return {
    join(names) {
      for (const name of names) {
        const entry = waiting.get(name) ?? { count: 0, left: new AbortController() };
        entry.count += 1;
        waiting.set(name, entry);
      }
      return () => names.forEach(leave);
    },
    unwanted: (name) => waiting.get(name)?.left.signal,
  };
}
