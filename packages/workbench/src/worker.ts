// Runs the engine in a module worker. The script's own security policy allows code generation but no network access.
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
  // Support for CEL is in a separate script, loaded when a spec package needs it.
  loadParts: (specPackages) => loadEngineParts(sha256, specPackages),
  yieldTask: createYieldTask(),
  now: () => performance.now(),
  // The page gets an `error` event and starts another worker.
  fail: reportError,
  post,
});
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => run(data));
post({ kind: "loaded" });

// Yields by sending itself a message: a timer would wait 4 ms, and a promise would run before other messages.
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
