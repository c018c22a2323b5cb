// The engine in a module worker. Its script comes with a policy of its own, which allows code generation and no network.

import { browserEngineParts } from "./engine/browser-engine-parts.ts";
import { createCheckRunner } from "./engine/check-runner.ts";
import type { FromWorker, ToWorker } from "./engine/messages.ts";

const post = (message: FromWorker) => postMessage(message);
const run = createCheckRunner({
  ...browserEngineParts,
  post,
});
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => run(data));
post({ kind: "loaded" });
