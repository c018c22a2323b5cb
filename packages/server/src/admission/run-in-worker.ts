import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Job } from "./worker.ts";

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

/** Does a job on a thread that is thrown away; one that takes too long, or too much memory, is refused. */
export async function runInWorker<Result>(job: Job, { deadlineMs, memoryMb }: Bounds): Promise<Result | Refused> {
  const refused = (reason: string): Refused => ({ kind: "refused", reason, problems: [], cutShort: true });
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  const worker = new Worker(file, { execArgv, resourceLimits, stdout: true, stderr: true });
  let deadline: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result | Refused>((resolve) => {
      deadline = setTimeout(() => resolve(refused(`it takes more than ${deadlineMs} ms to try`)), deadlineMs);
      worker.once("message", resolve);
      worker.once("error", (error: Error & { code?: string }) => {
        const tooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        resolve(refused(tooMuch ? `it takes more than ${memoryMb} MB to try` : `trying it failed: ${error.message}`));
      });
      worker.once("exit", (code) => resolve(refused(`trying it ended early, with ${code}`)));
      worker.postMessage(job);
    });
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}
