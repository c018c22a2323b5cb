/** Stops callers from waiting for something that has failed several times in a row. */
export interface CircuitBreaker {
  /** True after `maxFailures` failures in a row, until an attempt succeeds. */
  readonly isOpen: boolean;
  /** Makes an attempt, open or not, and counts how it ends. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Creates a circuit breaker, closed. When to try again while it is open is up to its owner. */
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
