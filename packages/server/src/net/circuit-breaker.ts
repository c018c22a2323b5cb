/** Counts failures in a row, so that callers need not wait for a service that keeps failing. */
export interface CircuitBreaker {
  /** True after `maxFailures` failures in a row, until an attempt succeeds. */
  readonly isOpen: boolean;
  /** Runs the work, even while the breaker is open, and records whether it failed. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Creates a closed circuit breaker. While it is open, its owner decides when to try again. */
export function createCircuitBreaker(maxFailures: number): CircuitBreaker {
  let failures = 0;
  return {
    get isOpen() {
      return failures >= maxFailures;
    },
    async attempt(work) {
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (reason) {
        failures += 1;
        throw reason;
      }
    },
  };
}
