import { after, before } from "node:test";

/**
 * Shares one resource among the test files of a process: it is started before the first file that uses it, and disposed
 * of after the last one. Tests must not change it. A file does its own setup in `prepare`, because the test runner does
 * not always run the hooks of a file in order.
 */
export function share<Running extends AsyncDisposable>(
  start: () => Promise<Running>,
): (prepare?: (running: Running) => Promise<void>) => () => Running {
  let users = 0;
  let shared: Promise<Running> | undefined;
  return (prepare) => {
    let running: Running;
    users += 1;
    before(async () => {
      shared ??= start();
      running = await shared;
      await prepare?.(running);
    });
    after(async () => {
      users -= 1;
      if (users > 0) return;
      shared = undefined;
      await running[Symbol.asyncDispose]();
    });
    return () => running;
  };
}
