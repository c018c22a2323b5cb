// Runs on a worker thread, for one document after another.
import { parentPort } from "node:worker_threads";
import { buffersOf } from "@assay/engine";
import { createEngines } from "./create-engines.ts";
import { buffersOfRanges } from "./packed-ranges.ts";
import { type ReadRegistry, readPackedRegistry } from "./read-packed-registry.ts";
import { vetSpecPackage } from "./vet-spec-package.ts";

/** A job for the worker thread. */
export type Job =
  | {
      readonly kind: "spec-package";
      readonly bytes: Uint8Array;
      readonly targetProduct: string;
      readonly domainId: string;
    }
  | {
      readonly kind: "registry";
      readonly bytes: Uint8Array;
      readonly targetProduct: string;
      /** Whether the registry is also cut into ranges. */
      readonly withRanges: boolean;
    };

/** The first message of the worker thread: it is ready for jobs. */
export type Loaded = "loaded";

// Load everything that a job may need before its time begins; loading CEL takes longer than most jobs.
const engine = await createEngines()(true);

function transferred({ packed, ranges }: ReadRegistry): ArrayBuffer[] {
  return [...buffersOf(packed), ...(ranges ? buffersOfRanges(ranges) : [])];
}

parentPort?.on("message", (job: Job) => {
  if (job.kind === "spec-package") {
    parentPort?.postMessage(vetSpecPackage(job.bytes, job, engine));
    return;
  }
  const read = readPackedRegistry(job.bytes, job.targetProduct, job);
  parentPort?.postMessage(read, read.kind === "ok" ? transferred(read.value) : []);
});
parentPort?.postMessage("loaded" satisfies Loaded);
