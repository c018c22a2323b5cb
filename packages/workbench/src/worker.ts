// The engine in a module worker. Its script comes with a policy of its own, which allows code generation and no network.
import type { Sha256 } from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { createCheckRunner } from "./engine/check-runner.ts";
import type { FromWorker, ToWorker } from "./engine/messages.ts";

const sha256: Sha256 = (text) => bytesToHex(hash(utf8ToBytes(text)));
const post = (message: FromWorker) => postMessage(message);
const run = createCheckRunner({
  sha256,
  // CEL and host names are scripts of their own, loaded when a package needs them.
  loadParts: (specPackages) => loadEngineParts(sha256, specPackages),
  yieldTask: createYieldTask(),
  now: () => performance.now(),
  // The page gets an `error` event and starts another worker.
  fail: reportError,
  post,
});
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => run(data));
post({ kind: "loaded" });

// A message to itself: timers wait 4 ms, and promises let no message in.
function createYieldTask(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
}
