/** Measures the parts of a command, one after another. */
export interface Timings {
  /** Ends a part: what passed since the one before belongs to it. */
  lap(part: string): void;
  readonly parts: readonly { readonly part: string; readonly ms: number }[];
}

/** Begins with what Node and the command line itself took: the time since the start of the process. */
export function createTimings(startMs: number): Timings {
  const parts = [{ part: "start", ms: startMs }];
  let last = startMs;
  return {
    parts,
    lap(part) {
      const at = performance.now();
      parts.push({ part, ms: at - last });
      last = at;
    },
  };
}
