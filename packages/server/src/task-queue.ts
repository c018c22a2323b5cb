/** Adds a task to the queue and returns its result. Tasks start in the order they were added. */
export type TaskQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates a queue that runs at most `limit` tasks at once. By default, it runs one task at a time. */
export function createTaskQueue(limit = 1): TaskQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < limit) running += 1;
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
