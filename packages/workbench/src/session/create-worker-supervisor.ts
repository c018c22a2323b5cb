import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { type FromWorker, readMessage, type ToWorker } from "../engine/messages.ts";
import {
  type CheckEvent,
  type CheckState,
  checkTimeoutMs,
  initialState,
  isCheckInProgress,
  reduce,
  toEngineState,
} from "./check-state.ts";
import type { EngineState } from "./state.ts";
import type { Timers } from "./timers.ts";

/** The part of a `Worker` that the page uses. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: "error" | "messageerror",
    listener: (event: { readonly message?: unknown; preventDefault?(): void }) => void,
  ): void;
}

/** The supervisor's dependencies and callbacks. */
export interface SupervisorParts {
  readonly startWorker: () => WorkerLike;
  readonly timers: Timers;
  /** Called when a worker has loaded and can receive the rules. */
  readonly onLoaded: () => void;
  /** Called with every other message. */
  readonly onMessage: (message: Exclude<FromWorker, { kind: "loaded" }>) => void;
  /** Called when a check starts. */
  readonly onCheck: () => void;
  /** Called when the worker has ended so often that it is not restarted. */
  readonly onFailed: () => void;
}

/** Checks the newest text in a worker, and replaces a worker that crashes or hangs. */
export interface WorkerSupervisor {
  readonly engine: ReadonlySignal<EngineState>;
  readonly isChecking: ReadonlySignal<boolean>;
  readonly notice: ReadonlySignal<string | undefined>;
  getState(): CheckState;
  dispatch(event: Exclude<CheckEvent, { kind: "start" | "loaded" | "paused" | "gone" }>): void;
  /** Sends a message to the worker. Without a loaded worker, the message is dropped. */
  post(message: ToWorker): void;
}

/** How long the author has to pause before a check starts. */
const debounceMs = 80;
/** Generous, because rules can need further engine scripts, which load slowly on a slow network. */
const loadTimeoutMs = 60_000;
const restartDelayMs = 500;

/** Creates the supervisor, which starts its first worker and never runs two at a time. */
export function createWorkerSupervisor(parts: SupervisorParts): WorkerSupervisor {
  const { timers } = parts;
  let state = initialState;
  let worker: WorkerLike | undefined;
  /** What the answer timer waits for: the id of a check, or the state of a worker that is loading. */
  let awaitedAnswer: number | string | undefined;
  const cancel: { [timer in "answer" | "pause" | "start"]?: () => void } = {};
  const engine = signal<EngineState>({ kind: "loading" });
  const isChecking = signal(false);
  const notice = signal<string | undefined>(undefined);
  dispatch({ kind: "start" });

  function dispatch(event: CheckEvent): void {
    const before = state;
    state = reduce(state, event);
    batch(() => {
      if (state.worker !== before.worker) engine.value = toEngineState(state);
      isChecking.value = isCheckInProgress(state);
      notice.value = state.notice;
    });
    if (event.kind === "edit") schedule("pause", debounceMs, () => dispatch({ kind: "paused" }));
    if (event.kind === "gone") {
      if (state.worker === "failed") parts.onFailed();
      else schedule("start", restartDelayMs * (state.restarts - 1), () => dispatch({ kind: "start" }));
    }
    if (state.worker === "starting" && before.worker !== "starting") start();
    const { sent } = state;
    if (sent && sent !== before.sent) {
      worker?.postMessage({ kind: "check", ...sent });
      parts.onCheck();
    }
    const awaited = sent?.checkId ?? (isLoading(state) ? state.worker : undefined);
    if (awaited === awaitedAnswer) return;
    awaitedAnswer = awaited;
    cancel.answer?.();
    if (awaited !== undefined) schedule("answer", sent ? checkTimeoutMs : loadTimeoutMs, () => dropWorker("stuck"));
  }

  function start(): void {
    try {
      const newWorker = parts.startWorker();
      worker = newWorker;
      newWorker.addEventListener("message", ({ data }) => {
        const message = newWorker === worker ? readMessage(data) : undefined;
        if (message && message.kind !== "loaded") parts.onMessage(message);
        else if (message && state.worker === "starting") {
          dispatch({ kind: "loaded" });
          parts.onLoaded();
        }
      });
      newWorker.addEventListener("error", (event) => {
        event.preventDefault?.();
        if (newWorker === worker) dropWorker("crashed", typeof event.message === "string" ? event.message : "");
      });
      newWorker.addEventListener("messageerror", () => newWorker === worker && dropWorker("crashed"));
    } catch (error) {
      dropWorker("crashed", String(error));
    }
  }

  function dropWorker(cause: "crashed" | "stuck", detail = ""): void {
    worker?.terminate();
    worker = undefined;
    dispatch({ kind: "gone", cause, detail });
  }

  function schedule(timer: keyof typeof cancel, ms: number, run: () => void): void {
    cancel[timer]?.();
    cancel[timer] = timers.runAfter(ms, run);
  }

  return {
    engine,
    isChecking,
    notice,
    dispatch,
    getState: () => state,
    post(message) {
      if (state.worker === "ready") worker?.postMessage(message);
    },
  };
}

function isLoading({ worker, preparation }: CheckState): boolean {
  return worker === "starting" || (worker === "ready" && preparation === "sent");
}
