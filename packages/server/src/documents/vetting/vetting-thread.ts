import { extname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Job, Loaded } from "./vetting-worker.ts";

/** The result of a job that was stopped. It says little about the document. */
export interface CutShort {
  readonly kind: "refused";
  readonly reason: string;
  readonly problems: readonly [];
  readonly cutShort: true;
}

/** A worker thread that tries documents, one after another. */
export interface VettingThread {
  /** Runs a job after the ones before it. */
  run<Result>(job: Job, options?: JobOptions): Promise<Result | CutShort>;
}

interface JobOptions {
  /** Whether it continues another job: then it goes before all that wait. */
  readonly continues?: boolean;
  /** Ends the job at once when the service shuts down. */
  readonly signal?: AbortSignal;
}

/** What a job may use before it is stopped. */
interface Bounds {
  readonly memoryMb: number;
  /** CPU time: other work on the machine does not count. */
  readonly processorSeconds: number;
  /** Wall-clock time, for a thread that neither works nor answers. */
  readonly seconds: number;
  /** How long a thread without jobs is kept: the process can use its 60 MB. */
  readonly idleSeconds: number;
}

// The largest registry needs 128 MB, a spec package 24; neither needs more than a few seconds of CPU time.
const usualBounds: Bounds = { memoryMb: 256, processorSeconds: 30, seconds: 600, idleSeconds: 60 };
const watchMs = 500;

// Source runs source, compiled code runs compiled code.
const file = new URL(`./vetting-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
// Other flags of the process do not apply to threads.
const execArgv = process.execArgv.filter((argument) => argument.startsWith("--conditions"));

/**
 * Creates a thread that is started by its first job and kept for the next ones, because starting it takes longer than most
 * jobs. After a job that was cut short another thread takes over. It keeps no process alive that has nothing else to do.
 *
 * Jobs run one after another: side by side they would compete for the processor, and each thread has its own memory.
 */
export function createVettingThread(bounds: Bounds = usualBounds): VettingThread {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isWorking = false;

  async function work(): Promise<void> {
    isWorking = true;
    clearTimeout(idle);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await answerTo(next).catch((error) => cutShort(`checking it failed: ${error}`));
      next.resolve(answer as never);
    }
    isWorking = false;
    idle = setTimeout(endThread, 1_000 * bounds.idleSeconds).unref();
  }

  async function answerTo({ job, signal }: Waiting): Promise<unknown> {
    if (signal?.aborted) return closing;
    if (!worker) {
      worker = startWorker(bounds, (ended) => {
        if (worker === ended) worker = undefined;
      });
      const loaded = await messageOf<Loaded>(worker, bounds, signal);
      if (loaded !== "loaded") return end(loaded);
    }
    const answered = messageOf<unknown>(worker, bounds, signal);
    worker.postMessage(job);
    return end(await answered);
  }

  // A thread whose job was stopped is not used again.
  function end(answer: unknown): unknown {
    if (isCutShort(answer)) endThread();
    return answer;
  }

  function endThread(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return {
    run<Result>(job: Job, { continues = false, signal }: JobOptions = {}) {
      return new Promise<Result | CutShort>((resolve) => {
        waiting[continues ? "unshift" : "push"]({ job, signal, resolve });
        if (!isWorking) void work();
      });
    },
  };
}

interface Waiting {
  readonly job: Job;
  readonly signal: AbortSignal | undefined;
  resolve(answer: never): void;
}

function startWorker({ memoryMb }: Bounds, hasEnded: (worker: Worker) => void): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  const worker = new Worker(file, { execArgv, resourceLimits, stdout: true, stderr: true });
  // Without this listener, an error between two jobs would end the process.
  return worker.on("error", () => hasEnded(worker)).on("exit", () => hasEnded(worker));
}

// Returns the next message of the thread, or why there is none. Meanwhile the process stays alive.
async function messageOf<Message>(worker: Worker, bounds: Bounds, signal?: AbortSignal): Promise<Message | CutShort> {
  const answered = Promise.withResolvers<Message | CutShort>();
  const onClose = () => answered.resolve(closing);
  signal?.addEventListener("abort", onClose);
  const giveUp = (reason: string) => answered.resolve(cutShort(reason));
  const onError = (error: Error & { readonly code?: string }) => {
    const tooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    giveUp(tooMuch ? `checking it needs more than ${bounds.memoryMb} MB` : `checking it failed: ${error.message}`);
  };
  const onExit = (code: number) => giveUp(`checking it ended early, with exit code ${code}`);
  worker.ref();
  worker.once("message", answered.resolve).once("error", onError).once("exit", onExit);
  const watching = new AbortController();
  void watchProcessorTime(worker, bounds.processorSeconds, { signal: watching.signal, giveUp });
  const late = setTimeout(
    () => giveUp(`checking it did not end within ${bounds.seconds} s; ${slow}`),
    1_000 * bounds.seconds,
  );
  try {
    return await answered.promise;
  } finally {
    watching.abort();
    clearTimeout(late);
    signal?.removeEventListener("abort", onClose);
    worker.off("message", answered.resolve).off("error", onError).off("exit", onExit);
    worker.unref();
  }
}

const slow = "a typical spec package takes one second, so this machine may be too slow";

// Stops the job when it has used too much CPU time; returns when the signal aborts.
async function watchProcessorTime(worker: Worker, maxSeconds: number, { signal, giveUp }: Watching): Promise<void> {
  // A thread that has not started yet, or has ended, uses no CPU time.
  const used = () =>
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1e6,
      () => 0,
    );
  const before = await used();
  while (!signal.aborted) {
    if ((await used()) - before > maxSeconds) {
      giveUp(`checking it takes more than ${maxSeconds} s of processor time; ${slow}`);
    }
    await wait(watchMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

interface Watching {
  readonly signal: AbortSignal;
  giveUp(reason: string): void;
}

function cutShort(reason: string): CutShort {
  return { kind: "refused", reason, problems: [], cutShort: true };
}

const closing = cutShort("the service is shutting down");

function isCutShort(answer: unknown): boolean {
  return (answer as Partial<CutShort>).cutShort === true;
}
