import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { type FromWorker, readMessage, type ToWorker } from "../engine/messages.ts";
import {
  type CheckEvent,
  type CheckState,
  checkTimeoutMs,
  firstState,
  isCheckingIn,
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

/** What checking a text in a worker needs. */
export interface CheckingParts {
  readonly startWorker: () => WorkerLike;
  readonly timers: Timers;
  /** Called when a worker is ready to be told what checks need. */
  readonly onLoaded: () => void;
  /** Called with each other message. */
  readonly onMessage: (message: Exclude<FromWorker, { kind: "loaded" }>) => void;
  /** Called when a check begins. */
  readonly onCheck: () => void;
  /** Called when the worker is given up. */
  readonly onFailed: () => void;
}

/** A text that a worker checks, whatever happens to the worker. */
export interface Checking {
  readonly engine: ReadonlySignal<EngineState>;
  readonly isChecking: ReadonlySignal<boolean>;
  readonly notice: ReadonlySignal<string | undefined>;
  state(): CheckState;
  tell(event: Exclude<CheckEvent, { kind: "start" | "loaded" | "paused" | "gone" }>): void;
  /** Sends something to the worker, if there is one that is loaded. */
  post(message: ToWorker): void;
}

/** How long to wait for the next key. */
const debounceMs = 80;
/** What a worker needs may bring scripts of its own with it, over any network. */
const loadTimeoutMs = 60_000;
const restartDelayMs = 500;

/** Runs a worker, at most one at a time, and does what its state asks for. */
export function createChecking(parts: CheckingParts): Checking {
  const { timers } = parts;
  let state = firstState;
  let worker: WorkerLike | undefined;
  /** What the worker has to answer in time. */
  let awaited: number | string | undefined;
  const cancel: { [timer in "answer" | "pause" | "start"]?: () => void } = {};
  const engine = signal<EngineState>({ kind: "loading" });
  const isChecking = signal(false);
  const notice = signal<string | undefined>(undefined);
  tell({ kind: "start" });

  function tell(event: CheckEvent): void {
    const before = state;
    state = reduce(state, event);
    batch(() => {
      if (state.worker !== before.worker) engine.value = toEngineState(state);
      isChecking.value = isCheckingIn(state);
      notice.value = state.notice;
    });
    if (event.kind === "edit") later("pause", debounceMs, () => tell({ kind: "paused" }));
    if (event.kind === "gone") {
      if (state.worker === "failed") parts.onFailed();
      else later("start", restartDelayMs * (state.restarts - 1), () => tell({ kind: "start" }));
    }
    if (state.worker === "starting" && before.worker !== "starting") start();
    const { sent } = state;
    if (sent && sent !== before.sent) {
      worker?.postMessage({ kind: "check", ...sent });
      parts.onCheck();
    }
    const now = sent?.turn ?? (isLoading(state) ? state.worker : undefined);
    if (now === awaited) return;
    awaited = now;
    cancel.answer?.();
    if (now !== undefined) later("answer", sent ? checkTimeoutMs : loadTimeoutMs, () => gone("stuck"));
  }

  function start(): void {
    try {
      const started = parts.startWorker();
      worker = started;
      started.addEventListener("message", ({ data }) => {
        const message = started === worker ? readMessage(data) : undefined;
        if (message && message.kind !== "loaded") parts.onMessage(message);
        else if (message && state.worker === "starting") {
          tell({ kind: "loaded" });
          parts.onLoaded();
        }
      });
      started.addEventListener("error", (event) => {
        event.preventDefault?.();
        if (started === worker) gone("crashed", typeof event.message === "string" ? event.message : "");
      });
      started.addEventListener("messageerror", () => started === worker && gone("crashed"));
    } catch (error) {
      gone("crashed", String(error));
    }
  }

  function gone(why: "crashed" | "stuck", detail = ""): void {
    worker?.terminate();
    worker = undefined;
    tell({ kind: "gone", why, detail });
  }

  function later(timer: keyof typeof cancel, ms: number, run: () => void): void {
    cancel[timer]?.();
    cancel[timer] = timers.after(ms, run);
  }

  return {
    engine,
    isChecking,
    notice,
    tell,
    state: () => state,
    post(message) {
      if (state.worker === "ready") worker?.postMessage(message);
    },
  };
}

function isLoading({ worker, preparation }: CheckState): boolean {
  return worker === "starting" || (worker === "ready" && preparation === "sent");
}
