import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Job, Loaded } from "./worker.ts";

/** How much a document may cost before it is refused for that alone. */
export interface Bounds {
  readonly deadlineMs: number;
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

// On a machine that is busy, loading takes longer than the job: no document is to blame for that.
const loadingMs = 30_000;

/** Does a job on a thread that is thrown away; one that takes too long, or too much memory, is refused. */
export async function runInWorker<Result>(job: Job, { deadlineMs, memoryMb }: Bounds): Promise<Result | Refused> {
  const refused = (reason: string): Refused => ({ kind: "refused", reason, problems: [], cutShort: true });
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  const worker = new Worker(file, { execArgv, resourceLimits, stdout: true, stderr: true });
  let deadline: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result | Refused>((resolve) => {
      const within = (milliseconds: number, reason: string) => {
        clearTimeout(deadline);
        deadline = setTimeout(() => resolve(refused(reason)), milliseconds);
      };
      within(loadingMs, `the thread that tries it did not start within ${loadingMs} ms`);
      worker.on("message", (message: Loaded | Result) => {
        if (message !== "loaded") return resolve(message);
        within(deadlineMs, `it takes more than ${deadlineMs} ms to try`);
        worker.postMessage(job);
      });
      worker.once("error", (error: Error & { code?: string }) => {
        const tooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        resolve(refused(tooMuch ? `it takes more than ${memoryMb} MB to try` : `trying it failed: ${error.message}`));
      });
      worker.once("exit", (code) => resolve(refused(`trying it ended early, with ${code}`)));
    });
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}
