import type { EngineParts, Sha256 } from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** What running an engine needs from where it runs. */
export interface RunnerParts {
  readonly sha256: Sha256;
  /** Loads the parts that these spec packages need. */
  readonly loadParts: (specPackages: readonly Uint8Array[]) => Promise<EngineParts>;
  /** Lets waiting messages in. */
  readonly turn: () => Promise<void>;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Called with what must not happen: something that the engine threw. */
  readonly fail: (error: unknown) => void;
}

const sha256: Sha256 = (text) => bytesToHex(hash(utf8ToBytes(text)));

/** The parts in a worker. CEL and host names are scripts of their own, loaded when a package needs them. */
export const browserEngineParts: RunnerParts = {
  sha256,
  loadParts: (specPackages) => loadEngineParts(sha256, specPackages),
  turn: createTurn(),
  now: () => performance.now(),
  // The page gets an `error` event and starts another worker.
  fail: reportError,
};

// A message to itself: timers wait 4 ms, and promises let no message in.
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
