import { hash } from "node:crypto";
import type { SpecProblem } from "@assay/contract";
import {
  type CompiledSpec,
  createEngine,
  type Engine,
  positionOf,
  type RegistryView,
  readRegistry,
  registryFromSnapshot,
} from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { Failure } from "../failure.ts";
import { printable } from "../terminal/printable.ts";
import type { Timings } from "./timings.ts";

/** A document and what messages call it. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Rules and a registry on this machine, with the engine of the service. */
export interface OfflineEngine {
  readonly engine: Engine;
  readonly spec: CompiledSpec;
  readonly next: CompiledSpec | undefined;
  readonly registry: RegistryView;
}

/** Loads the engine with the parts that a spec package needs, and compiles the package in full, with its tests. */
export async function openOffline(
  documents: {
    readonly specPackage: NamedBytes;
    readonly next?: NamedBytes | undefined;
    readonly registry: NamedBytes;
  },
  timings?: Timings,
): Promise<OfflineEngine> {
  timings?.lap("read");
  const packages = [documents.specPackage, ...(documents.next ? [documents.next] : [])];
  const parts = await loadEngineParts(
    (text) => hash("sha256", text),
    packages.map(({ bytes }) => bytes),
  );
  timings?.lap("parts");
  const engine = createEngine(parts);
  const [spec, next] = packages.map(({ name, bytes }) => {
    const compiled = engine.compileSpec(bytes);
    if (compiled.kind === "ok") return compiled.spec;
    const lines = compiled.problems.map((problem) => problemLine(problem, name, positionOf(bytes, problem.at)));
    throw new Failure([`${name} is not a valid spec package.`, ...lines].join("\n"), {
      next: compiled.problems.slice(0, 1).map(({ code }) => `assay explain ${code}`),
    });
  });
  if (!spec) throw new TypeError("There is always a spec package.");
  const { targetProduct, domainId } = spec.document;
  if (next && (next.document.targetProduct !== targetProduct || next.document.domainId !== domainId)) {
    throw new Failure(`${documents.next?.name} is for another domain than ${documents.specPackage.name}.`);
  }
  timings?.lap("compile");
  const registry = openRegistry(documents.registry, targetProduct);
  timings?.lap("registry");
  return { engine, spec, next, registry };
}

/** Reads the registry of a target product from a whole document. */
export function openRegistry({ name, bytes }: NamedBytes, targetProduct: string): RegistryView {
  const read = readRegistry(bytes, targetProduct);
  if (read.kind === "unreadable") {
    throw new Failure(`${name}:${read.at.line}:${read.at.column}: ${printable(read.message)}`);
  }
  if (read.kind === "refused") throw new Failure(`${name} is not the registry of ${targetProduct}: ${read.reason}.`);
  return registryFromSnapshot(read.document);
}

function problemLine(
  { code, message, advice }: SpecProblem,
  name: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  return printable(`${name}:${line}:${column}: ${code}: ${message}${advice === undefined ? "" : ` ${advice}`}`);
}
