// The engine in a module worker. Its script comes with a policy of its own, which allows code generation and no network.

import { browserEngineParts } from "./browser-engine-parts.ts";
import { createCheckRunner } from "./check-runner.ts";
import { createTurn } from "./create-turn.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

const post = (message: FromWorker) => postMessage(message);
const run = createCheckRunner({
  ...browserEngineParts,
  turn: createTurn(),
  now: () => performance.now(),
  post,
  // The page gets an `error` event and starts another worker.
  fail: reportError,
});
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => run(data));
post({ kind: "loaded" });
