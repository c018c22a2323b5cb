/** Runs work of the same name once at a time; callers that arrive meanwhile share its result. */
export interface SingleFlight<Result> {
  run(name: string, work: () => Promise<Result>): Promise<Result>;
  isRunning(name: string): boolean;
}

/** Creates a single flight without any running work. */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Promise<Result>>();
  return {
    run(name, work) {
      const running = flights.get(name);
      if (running) return running;
      const flight = work().finally(() => flights.delete(name));
      flights.set(name, flight);
      return flight;
    },
    isRunning: (name) => flights.has(name),
  };
}
