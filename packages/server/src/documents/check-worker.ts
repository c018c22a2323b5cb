// Runs on a worker thread, and checks one document at a time.
import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import type { DomainName } from "@assay/contract";
import { createEngine, type PackedRegistry, packRegistry, quote, readRegistry } from "@assay/engine";
import { cel } from "@assay/engine/cel";

/** A document to check. */
export type CheckJob = { readonly bytes: Uint8Array; readonly targetProduct: string } & (
  | { readonly kind: "spec-package"; readonly domainId: string }
  | { readonly kind: "registry" }
);

/** The result for one document. A registry is packed, so that it can be transferred to the main thread. */
export type CheckResult =
  | { readonly kind: "ok"; readonly packed?: PackedRegistry }
  | { readonly kind: "refused" | "interrupted"; readonly reason: string };

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });

parentPort?.on("message", (job: CheckJob) => {
  const result =
    job.kind === "registry" ? checkRegistry(job.bytes, job.targetProduct) : checkSpecPackage(job.bytes, job);
  const { ids, offsets, states } = ("packed" in result && result.packed) || {};
  const transferred = [ids, offsets, states].flatMap((part) => (part ? [part.buffer] : []));
  parentPort?.postMessage(result, transferred);
});

/** Compiles the spec package of a domain, which also runs the tests in it. */
function checkSpecPackage(bytes: Uint8Array, { targetProduct, domainId }: DomainName): CheckResult {
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
  const actual = quote(`${document.targetProduct}/${document.domainId}`);
  return { kind: "refused", reason: `expected the spec package for ${expected}, found ${actual}` };
}

function checkRegistry(bytes: Uint8Array, targetProduct: string): CheckResult {
  const read = readRegistry(bytes, targetProduct);
  if (read.kind === "ok") return { kind: "ok", packed: packRegistry(read.document) };
  return { kind: "refused", reason: read.kind === "refused" ? read.reason : `${read.code}: ${read.message}` };
}
