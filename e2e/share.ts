import { after, before } from "node:test";

/**
 * Something that files share whose tests change nothing about it: started before the first tests that use it, and ended after
 * the last file of the process that does.
 */
export function share<Running extends AsyncDisposable>(start: () => Promise<Running>): () => () => Running {
  let users = 0;
  let shared: Promise<Running> | undefined;
  return () => {
    let running: Running;
    users += 1;
    before(async () => {
      shared ??= start();
      running = await shared;
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
