import type { FromWorker, ToWorker } from "../src/engine/messages.ts";
import type { WorkerLike } from "../src/session/create-checking.ts";

/** A worker that does what a test says. */
export interface FakeWorker extends WorkerLike {
  /** What the page sent, in order. */
  readonly sent: ToWorker[];
  isTerminated: boolean;
  /** Says something to the page, of the right shape or not. */
  emitMessage(message: FromWorker | { readonly [name: string]: unknown } | string | null): void;
  crash(message?: string): void;
}

/** Creates a worker without a script. */
export function createFakeWorker(): FakeWorker {
  const listeners = new Map<string, (event: never) => void>();
  const emit = (type: string, event: object) => listeners.get(type)?.(event as never);
  const worker: FakeWorker = {
    sent: [],
    isTerminated: false,
    postMessage: (message) => worker.sent.push(structuredClone(message)),
    terminate() {
      worker.isTerminated = true;
    },
    addEventListener(type: string, listener: (event: never) => void) {
      listeners.set(type, listener);
    },
    emitMessage: (data) => emit("message", { data: structuredClone(data) }),
    crash: (message = "It broke.") => emit("error", { message }),
  };
  return worker;
}
