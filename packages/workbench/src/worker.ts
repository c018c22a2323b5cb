// The engine in a module worker. Its script comes with a policy of its own, which allows code generation and no network.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { createCheckRunner } from "./check-runner.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

const post = (message: FromWorker) => postMessage(message);
const run = createCheckRunner({
  sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  loadCel: async () => (await import("@assay/engine/cel")).cel,
  loadIdn: async () => (await import("@assay/engine/idn")).idn,
  turn: createTurn(),
  now: () => performance.now(),
  post,
  // The page gets an `error` event and starts another worker.
  fail: reportError,
});
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => run(data));
post({ kind: "loaded" });

// A message to itself: timers wait 4 ms, and promises alone let no message in.
function createTurn(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
}
