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
import type { CheckJob, CheckResult } from "./check-worker.ts";

/** An opened document, or why it cannot be used. If its check was interrupted, the document might still be valid. */
export type OpenResult<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "interrupted"; readonly reason: string };

/** Checks the documents of target products on a worker thread before they are used. */
export interface DocumentChecker {
  openSpecPackage(bytes: Uint8Array, domain: DomainName): Promise<OpenResult<CompiledSpec>>;
  openRegistry(bytes: Uint8Array, targetProduct: string): Promise<OpenResult<RegistryView>>;
  /** Interrupts all checks that this checker is running or has queued. */
  close(): void;
}

/** The memory and time that checking one document may take. */
interface Limits {
  readonly memoryMb: number;
  readonly seconds: number;
}

// The largest registry needs 128 MB and a few seconds; a spec package needs less.
const defaultLimits: Limits = { memoryMb: 256, seconds: 60 };
// An idle thread takes 60 MB, but starting one takes longer than most jobs, so keep it for a few seconds.
const idleMs = 5_000;

// The worker has the same extension as this file: .ts when run from source, .js when compiled.
const file = new URL(`./check-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
// Pass only --conditions to the thread, because the other flags of the process do not apply to threads.
const execArgv = process.execArgv.filter((argument) => argument.startsWith("--conditions"));

// The process has one thread, which runs one job at a time: parallel jobs would compete with calls for the processor.
const enqueue = createTaskQueue();
let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;

export function createDocumentChecker(limits = defaultLimits): DocumentChecker {
  const closing = new AbortController();
  const enqueueCompile = createTaskQueue();
  const check = (job: CheckJob) => enqueue(() => runJob(job, limits, closing.signal));
  return {
    async openSpecPackage(bytes, { targetProduct, domainId }) {
      const result = await check({ kind: "spec-package", bytes, targetProduct, domainId });
      if (result.kind !== "ok") return result;
      const engine = createEngine(await loadEngineParts((text) => hash("sha256", text), [bytes]));
      // Compile one package per turn of the event loop, so that calls are answered in between.
      return await enqueueCompile(async () => {
        await nextTurn();
        return { kind: "ok", value: engine.compileAccepted(bytes) };
      });
    },
    async openRegistry(bytes, targetProduct) {
      const result = await check({ kind: "registry", bytes, targetProduct });
      return result.kind === "ok" ? { kind: "ok", value: registryFromPacked(result.packed as never) } : result;
    },
    close: () => closing.abort(new Error("the service is shutting down")),
  };
}

async function runJob(job: CheckJob, { memoryMb, seconds }: Limits, closing: AbortSignal): Promise<CheckResult> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error(`it did not end within ${seconds} s`)), 1_000 * seconds);
  const onExit = () => stop.abort(new Error("its thread ended"));
  clearTimeout(idleTimer);
  try {
    closing.throwIfAborted();
    worker ??= startWorker(memoryMb);
    worker.once("exit", onExit).postMessage(job);
    const [result] = await once(worker, "message", { signal: AbortSignal.any([closing, stop.signal]) });
    return result as CheckResult;
  } catch (thrown) {
    endWorker();
    return { kind: "interrupted", reason: `checking it failed: ${explainFailure(thrown, memoryMb)}` };
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
  const clearWorker = () => {
    if (worker === started) worker = undefined;
  };
  // Without a listener, an error between two jobs would end the process.
  return started.on("error", clearWorker).on("exit", clearWorker);
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
