import type { Timers } from "./timers.ts";

/** The part of a `Worker` that the page uses. */
export interface WorkerLike<To> {
  postMessage(message: To): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: "error" | "messageerror",
    listener: (event: { readonly message?: unknown; preventDefault?(): void }) => void,
  ): void;
}

/** What the host of a worker needs. */
export interface WorkerHostParts<To, From> {
  readonly startWorker: () => WorkerLike<To>;
  /** Reads a message; nothing if it does not have the right shape. */
  readonly readMessage: (data: unknown) => From | undefined;
  readonly timers: Timers;
  /** Called with each message that has the right shape. */
  readonly onMessage: (message: From) => void;
  /** Called when the worker has crashed, or did not answer in time, and is gone. */
  readonly onGone: (why: "crashed" | "stuck", detail: string) => void;
}

/** A worker, at most one at a time, that can be replaced. */
export interface WorkerHost<To> {
  start(): void;
  post(message: To): void;
  /** Ends the worker unless `answered` is called in time. */
  expectAnswer(withinMs: number): void;
  answered(): void;
  stop(): void;
}

/** Runs a worker and notices when it crashes or hangs. */
export function createWorkerHost<To, From>(parts: WorkerHostParts<To, From>): WorkerHost<To> {
  const { startWorker, readMessage, timers, onMessage, onGone } = parts;
  let worker: WorkerLike<To> | undefined;
  let stopWaiting: (() => void) | undefined;

  function stop(): void {
    stopWaiting?.();
    stopWaiting = undefined;
    worker?.terminate();
    worker = undefined;
  }

  function gone(why: "crashed" | "stuck", detail: string): void {
    stop();
    onGone(why, detail);
  }

  return {
    start() {
      stop();
      let started: WorkerLike<To>;
      try {
        started = startWorker();
      } catch (error) {
        return gone("crashed", String(error));
      }
      worker = started;
      started.addEventListener("message", ({ data }) => {
        const message = started === worker ? readMessage(data) : undefined;
        if (message) onMessage(message);
      });
      started.addEventListener("error", (event) => {
        event.preventDefault?.();
        if (started === worker) gone("crashed", typeof event.message === "string" ? event.message : "");
      });
      started.addEventListener("messageerror", () => {
        if (started === worker) gone("crashed", "");
      });
    },
    post: (message) => worker?.postMessage(message),
    expectAnswer(withinMs) {
      stopWaiting?.();
      stopWaiting = timers.after(withinMs, () => gone("stuck", ""));
    },
    answered() {
      stopWaiting?.();
      stopWaiting = undefined;
    },
    stop,
  };
}
