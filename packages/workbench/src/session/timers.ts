/** Timers, passed in so that tests control time. */
export interface Timers {
  /** Runs a function after a delay. Returns a function that cancels it. */
  runAfter(ms: number, run: () => void): () => void;
}

/** The platform's timers. */
export const platformTimers: Timers = {
  runAfter(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
