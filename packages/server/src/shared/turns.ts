/** Runs tasks one after another, in the order of arrival. */
export type Turns = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates an empty queue. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
