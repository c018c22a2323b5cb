import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Job, Loaded } from "./worker.ts";

/** How much a document may cost before it is refused for that alone. */
export interface Bounds {
  readonly memoryMb: number;
}

type Refused = {
  readonly kind: "refused";
  readonly reason: string;
  readonly problems: readonly [];
  /** The job did not come to its own end. */
  readonly cutShort: true;
};

// The same file as this one has: source under source, compiled under compiled.
const file = new URL(`./worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
// Whatever else the process was started with is not for a thread.
const execArgv = process.execArgv.filter((argument) => argument.startsWith("--conditions"));

// Only against hangs. An honest document takes a fraction of a second of processor time, but on a slow or busy machine
// that can be many seconds of wall time, and no document is to blame for the machine.
const loadingTimeoutMs = 60_000;
const timeoutMs = 60_000;

let lastJob: Promise<unknown> = Promise.resolve();

/**
 * Runs a job on a thread that is thrown away; one that takes too long, or too much memory, is refused.
 *
 * Jobs run one after another: side by side they would compete for the processor, and each thread has its own memory.
 */
export function runInWorker<Result>(job: Job, bounds: Bounds): Promise<Result | Refused> {
  const result = lastJob.then(() => runOnThread<Result>(job, bounds));
  lastJob = result.catch(() => {});
  return result;
}

async function runOnThread<Result>(job: Job, { memoryMb }: Bounds): Promise<Result | Refused> {
  const refused = (reason: string): Refused => ({ kind: "refused", reason, problems: [], cutShort: true });
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  const worker = new Worker(file, { execArgv, resourceLimits, stdout: true, stderr: true });
  let timeout: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result | Refused>((resolve) => {
      const within = (milliseconds: number, reason: string) => {
        clearTimeout(timeout);
        timeout = setTimeout(() => resolve(refused(reason)), milliseconds);
      };
      within(loadingTimeoutMs, `the thread that tries it did not start within ${loadingTimeoutMs} ms`);
      worker.on("message", (message: Loaded | Result) => {
        if (message !== "loaded") return resolve(message);
        within(timeoutMs, `it takes more than ${timeoutMs} ms to try`);
        worker.postMessage(job);
      });
      worker.once("error", (error: Error & { code?: string }) => {
        const tooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        resolve(refused(tooMuch ? `it takes more than ${memoryMb} MB to try` : `trying it failed: ${error.message}`));
      });
      worker.once("exit", (code) => resolve(refused(`trying it ended early, with ${code}`)));
    });
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}
