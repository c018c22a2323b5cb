// The engine for the rules view, in a module worker under the same policy as that of the workbench.

import { browserEngineParts } from "../browser-engine-parts.ts";
import { createTurn } from "../create-turn.ts";
import type { FromRulesWorker, ToRulesWorker } from "./messages.ts";
import { createRulesRunner } from "./runner.ts";

const pauseMs = 400;
const post = (message: FromRulesWorker) => postMessage(message);
const run = createRulesRunner({
  ...browserEngineParts,
  turn: createTurn(),
  pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
  now: () => performance.now(),
  post,
  // The page gets an `error` event and starts another worker.
  fail: reportError,
});
addEventListener("message", ({ data }: MessageEvent<ToRulesWorker>) => run(data));
post({ kind: "loaded" });
