import type { FromWorker, ToWorker } from "../src/engine/messages.ts";
import type { WorkerLike } from "../src/session/create-worker-supervisor.ts";

/** A worker that a test controls. */
export interface FakeWorker extends WorkerLike {
  /** The messages from the page, in order. */
  readonly sent: ToWorker[];
  isTerminated: boolean;
  /** Sends a message to the page, valid or not. */
  emitMessage(message: FromWorker | { readonly [name: string]: unknown } | string | null): void;
  crash(message?: string): void;
}

/** Creates a worker that runs no script. */
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
