import { hash } from "node:crypto";
import { once } from "node:events";
import { extname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { DomainName } from "@assay/contract";
import { type CompiledSpec, createEngine, type RegistryView, registryFromPacked } from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { createTaskQueue } from "../task-queue.ts";
import type { Job, TrialResult } from "./trial-worker.ts";

/** A document that can be used, or why it cannot. A trial that was cut short says little about the document. */
export type OpenResult<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "cut-short"; readonly reason: string };

/** Tries the documents of target products on a worker thread before they are used. */
export interface Trials {
  openSpecPackage(bytes: Uint8Array, domain: DomainName): Promise<OpenResult<CompiledSpec>>;
  openRegistry(bytes: Uint8Array, targetProduct: string): Promise<OpenResult<RegistryView>>;
  /** Stops its trials. */
  close(): void;
}

/** What a trial may use before it is cut short. */
interface TrialLimits {
  readonly memoryMb: number;
  readonly seconds: number;
}

// The largest registry needs 128 MB and some seconds, a spec package less.
const defaultLimits: TrialLimits = { memoryMb: 256, seconds: 60 };
// A thread without jobs costs 60 MB, and starting one takes longer than most jobs.
const idleMs = 5_000;

// Source runs source, compiled code runs compiled code.
const file = new URL(`./trial-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
// Other flags of the process do not apply to threads.
const execArgv = process.execArgv.filter((argument) => argument.startsWith("--conditions"));

// One thread for the process, one job after another: side by side they would compete for the processor.
const enqueue = createTaskQueue();
let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;

export function createTrials(limits = defaultLimits): Trials {
  const closing = new AbortController();
  const enqueueCompile = createTaskQueue();
  const attempt = (job: Job) => enqueue(() => runJob(job, limits, closing.signal));
  return {
    async openSpecPackage(bytes, { targetProduct, domainId }) {
      const result = await attempt({ kind: "spec-package", bytes, targetProduct, domainId });
      if (result.kind !== "ok") return result;
      const engine = createEngine(await loadEngineParts((text) => hash("sha256", text), [bytes]));
      // One package in a turn of the loop: calls are answered between two of them.
      return await enqueueCompile(async () => {
        await nextTurn();
        return { kind: "ok", value: engine.compileAccepted(bytes) };
      });
    },
    async openRegistry(bytes, targetProduct) {
      const result = await attempt({ kind: "registry", bytes, targetProduct });
      return result.kind === "ok" ? { kind: "ok", value: registryFromPacked(result.packed as never) } : result;
    },
    close: () => closing.abort(new Error("the service is shutting down")),
  };
}

async function runJob(job: Job, { memoryMb, seconds }: TrialLimits, closing: AbortSignal): Promise<TrialResult> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error(`it did not end within ${seconds} s`)), 1_000 * seconds);
  const onExit = () => stop.abort(new Error("its thread ended"));
  clearTimeout(idleTimer);
  try {
    closing.throwIfAborted();
    worker ??= startWorker(memoryMb);
    worker.once("exit", onExit).postMessage(job);
    const [result] = await once(worker, "message", { signal: AbortSignal.any([closing, stop.signal]) });
    return result as TrialResult;
  } catch (thrown) {
    endWorker();
    return { kind: "cut-short", reason: `checking it failed: ${explainFailure(thrown, memoryMb)}` };
  } finally {
    clearTimeout(timer);
    worker?.off("exit", onExit);
    idleTimer = setTimeout(endWorker, idleMs).unref();
  }
}

function startWorker(memoryMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  const started = new Worker(file, { execArgv, resourceLimits, stdout: true, stderr: true });
  started.unref();
  const forget = () => {
    if (worker === started) worker = undefined;
  };
  // Without a listener, an error between two jobs would end the process.
  return started.on("error", forget).on("exit", forget);
}

function endWorker(): void {
  void worker?.terminate();
  worker = undefined;
}

function explainFailure(thrown: unknown, memoryMb: number): string {
  const { code, cause, message } = thrown as Error & { readonly code?: string };
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return `it needs more than ${memoryMb} MB`;
  return cause instanceof Error ? cause.message : message;
}
