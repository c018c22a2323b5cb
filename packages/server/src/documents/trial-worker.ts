// Runs on a worker thread, for one document after another.
import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import type { DomainName } from "@assay/contract";
import { createEngine, type PackedRegistry, packRegistry, quote, readRegistry } from "@assay/engine";
import { cel } from "@assay/engine/cel";

/** A document to try. */
export type Job = { readonly bytes: Uint8Array; readonly targetProduct: string } & (
  | { readonly kind: "spec-package"; readonly domainId: string }
  | { readonly kind: "registry" }
);

/** How a trial ended; a registry is packed, to be searched on the main thread. */
export type TrialResult =
  | { readonly kind: "ok"; readonly packed?: PackedRegistry }
  | { readonly kind: "refused" | "cut-short"; readonly reason: string };

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });

parentPort?.on("message", (job: Job) => {
  const result = job.kind === "registry" ? tryRegistry(job.bytes, job.targetProduct) : trySpecPackage(job.bytes, job);
  const { ids, begins, states } = ("packed" in result && result.packed) || {};
  const transferred = [ids, begins, states].flatMap((part) => (part ? [part.buffer] : []));
  parentPort?.postMessage(result, transferred);
});

/** Compiles a spec package of one domain, and runs its own tests. */
function trySpecPackage(bytes: Uint8Array, { targetProduct, domainId }: DomainName): TrialResult {
  const compiled = engine.compileSpec(bytes);
  if (compiled.kind === "broken") {
    const { problems } = compiled;
    const [first] = problems;
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    return { kind: "refused", reason: `${count}: ${first?.code} at "${first?.at}": ${first?.message}` };
  }
  const { document } = compiled.spec;
  if (document.targetProduct === targetProduct && document.domainId === domainId) return { kind: "ok" };
  const expected = quote(`${targetProduct}/${domainId}`);
  const found = quote(`${document.targetProduct}/${document.domainId}`);
  return { kind: "refused", reason: `expected the spec package for ${expected}, found ${found}` };
}

function tryRegistry(bytes: Uint8Array, targetProduct: string): TrialResult {
  const read = readRegistry(bytes, targetProduct);
  if (read.kind === "ok") return { kind: "ok", packed: packRegistry(read.document) };
  return { kind: "refused", reason: read.kind === "refused" ? read.reason : `${read.code}: ${read.message}` };
}
