/** Runs tasks in the order of arrival. */
export type TaskQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates queues by name, each of which runs at most `limit` tasks at once; one without tasks is forgotten. */
export function createTaskQueues(limit: number) {
  const queues = new Map<string, { readonly run: TaskQueue; tasks: number }>();
  return async <Result>(name: string, task: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(name) ?? { run: createTaskQueue(limit), tasks: 0 };
    queues.set(name, queue);
    queue.tasks += 1;
    try {
      return await queue.run(task);
    } finally {
      queue.tasks -= 1;
      if (queue.tasks === 0) queues.delete(name);
    }
  };
}

/** Creates a queue that runs at most `limit` tasks at once; one after another by default. */
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
