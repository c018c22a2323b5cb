import { after, before } from "node:test";

/**
 * Something that files share whose tests change nothing about it: started before the first tests that use it, and ended after
 * the last file of the process that does. What a file prepares with it, `prepare` does: hooks of one file do not wait for
 * each other in every way to run it.
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
