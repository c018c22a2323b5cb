/** Timers, passed in so that tests decide what time it is. */
export interface Timers {
  /** Runs a function later; returns the function that cancels it. */
  runAfter(ms: number, run: () => void): () => void;
}

/** The timers of the platform. */
export const platformTimers: Timers = {
  runAfter(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
