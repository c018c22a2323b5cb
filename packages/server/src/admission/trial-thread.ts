import { extname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Job, Loaded } from "./trial-worker.ts";

/** What becomes of a job that did not come to its own end. It says little about the document. */
export interface CutShort {
  readonly kind: "refused";
  readonly reason: string;
  readonly problems: readonly [];
  readonly cutShort: true;
}

/** A thread that tries documents, one after another. */
export interface TrialThread {
  /** Does a job when the ones before it are done; one that `continues` another goes before all that wait. */
  run<Result>(job: Job, options?: { readonly continues?: boolean }): Promise<Result | CutShort>;
  /** Ends the thread and, at once, every job. */
  close(): Promise<void>;
}

/** What a job may use before it is given up. */
interface Bounds {
  readonly memoryMb: number;
  /** Processor time: other work on the machine does not count. */
  readonly processorSeconds: number;
  /** Only for a thread that neither works nor answers. */
  readonly seconds: number;
}

// The largest registry needs 128 MB, and a spec package 24; none needs more than a few seconds of processor time.
const usualBounds: Bounds = { memoryMb: 256, processorSeconds: 30, seconds: 600 };
const watchMs = 500;

// The same file as this one has: source under source, compiled under compiled.
const file = new URL(`./trial-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
// Whatever else the process was started with is not for a thread.
const execArgv = process.execArgv.filter((argument) => argument.startsWith("--conditions"));

/**
 * Creates a thread that is started by its first job and kept for the next ones, because starting it takes longer than most
 * jobs. After a job that was cut short another thread takes over. It keeps no process alive that has nothing else to do.
 *
 * Jobs run one after another: side by side they would compete for the processor, and each thread has its own memory.
 */
export function createTrialThread(bounds: Bounds = usualBounds): TrialThread {
  const waiting: { readonly job: Job; resolve(answer: never): void }[] = [];
  let worker: Worker | undefined;
  let isWorking = false;
  let isClosed = false;

  async function work(): Promise<void> {
    isWorking = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = isClosed
        ? closing
        : await answerTo(next.job).catch((error) => cutShort(`trying it failed: ${error}`));
      next.resolve(answer as never);
    }
    isWorking = false;
  }

  async function answerTo(job: Job): Promise<unknown> {
    if (!worker) {
      worker = startWorker(bounds, (ended) => {
        if (worker === ended) worker = undefined;
      });
      const loaded = await messageOf<Loaded>(worker, bounds);
      if (loaded !== "loaded") return end(loaded);
    }
    const answered = messageOf<unknown>(worker, bounds);
    worker.postMessage(job);
    return end(await answered);
  }

  // A thread that was cut short is not used again.
  function end(answer: unknown): unknown {
    if (!isCutShort(answer)) return answer;
    void worker?.terminate();
    worker = undefined;
    return isClosed ? closing : answer;
  }

  return {
    run<Result>(job: Job, { continues = false } = {}) {
      return new Promise<Result | CutShort>((resolve) => {
        waiting[continues ? "unshift" : "push"]({ job, resolve });
        if (!isWorking) void work();
      });
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

function startWorker({ memoryMb }: Bounds, hasEnded: (worker: Worker) => void): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  const worker = new Worker(file, { execArgv, resourceLimits, stdout: true, stderr: true });
  // Between jobs nobody else listens, and an error that nobody hears would end the process.
  return worker.on("error", () => hasEnded(worker)).on("exit", () => hasEnded(worker));
}

// The next message of a thread, or why there is none. While it is waited for, the process stays alive.
async function messageOf<Message>(worker: Worker, bounds: Bounds): Promise<Message | CutShort> {
  const answered = Promise.withResolvers<Message | CutShort>();
  const giveUp = (reason: string) => answered.resolve(cutShort(reason));
  const onError = (error: Error & { readonly code?: string }) => {
    const tooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    giveUp(tooMuch ? `it takes more than ${bounds.memoryMb} MB to try` : `trying it failed: ${error.message}`);
  };
  const onExit = (code: number) => giveUp(`trying it ended early, with ${code}`);
  worker.ref();
  worker.once("message", answered.resolve).once("error", onError).once("exit", onExit);
  const watching = new AbortController();
  void watchProcessorTime(worker, bounds.processorSeconds, { signal: watching.signal, giveUp });
  const late = setTimeout(
    () => giveUp(`trying it did not end within ${bounds.seconds} s; ${slow}`),
    1_000 * bounds.seconds,
  );
  try {
    return await answered.promise;
  } finally {
    watching.abort();
    clearTimeout(late);
    worker.off("message", answered.resolve).off("error", onError).off("exit", onExit);
    worker.unref();
  }
}

const slow = "a usual spec package takes a second, so this machine may be too slow";

// Gives the thread up when it has used too much; ends when it is no longer watched.
async function watchProcessorTime(worker: Worker, maxSeconds: number, { signal, giveUp }: Watching): Promise<void> {
  // A thread that has not begun yet, or has ended, uses nothing.
  const used = () =>
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1e6,
      () => 0,
    );
  const before = await used();
  while (!signal.aborted) {
    if ((await used()) - before > maxSeconds) {
      giveUp(`it takes more than ${maxSeconds} s of processor time to try; ${slow}`);
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

const closing = cutShort("the service is stopping");

function isCutShort(answer: unknown): boolean {
  return (answer as Partial<CutShort>).cutShort === true;
}
