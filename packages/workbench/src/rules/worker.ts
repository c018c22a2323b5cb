// The engine for the rules view, in a module worker under the same policy as that of the workbench.

import { browserEngineParts } from "../engine/browser-engine-parts.ts";
import type { FromRulesWorker, ToRulesWorker } from "./messages.ts";
import { createRulesRunner } from "./runner.ts";

const pauseMs = 400;
const post = (message: FromRulesWorker) => postMessage(message);
const run = createRulesRunner({
  ...browserEngineParts,
  pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
  post,
});
addEventListener("message", ({ data }: MessageEvent<ToRulesWorker>) => run(data));
post({ kind: "loaded" });
