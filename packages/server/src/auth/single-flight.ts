/** Runs at most one task per name at a time; callers that arrive in the meantime share its result. */
export interface SingleFlight<Result> {
  run(name: string, task: () => Promise<Result>): Promise<Result>;
  isRunning(name: string): boolean;
}

/** Creates a `SingleFlight` with no running tasks. */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Promise<Result>>();
  return {
    run(name, task) {
      const running = flights.get(name);
      if (running) return running;
      const flight = task().finally(() => flights.delete(name));
      flights.set(name, flight);
      return flight;
    },
    isRunning: (name) => flights.has(name),
  };
}
