/** Runs tasks in the order of arrival. */
export type Turns = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates an empty queue, of which so many tasks run at a time; one after another unless given. */
export function createTurns(atATime = 1): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < atATime) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
