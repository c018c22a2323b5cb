import { hash } from "node:crypto";
import type { SpecProblem } from "@assay/contract";
import {
  type CompiledSpec,
  createEngine,
  type Engine,
  positionOf,
  type RegistryView,
  readRegistry,
  registryFromRanges,
  registryFromSnapshot,
} from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { Failure } from "../failure.ts";
import { printable } from "../terminal/printable.ts";

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

/** Loads the engine with the parts that spec packages need, and compiles them in full, with their tests. */
export async function openOffline(documents: {
  readonly specPackage: NamedBytes;
  readonly next?: NamedBytes | undefined;
  /** Left out if ids are looked up elsewhere: then every one is unknown. */
  readonly registry?: NamedBytes | undefined;
}): Promise<OfflineEngine> {
  const packages = [documents.specPackage, ...(documents.next ? [documents.next] : [])];
  const parts = await loadEngineParts(
    (text) => hash("sha256", text),
    packages.map(({ bytes }) => bytes),
  );
  const engine = createEngine(parts);
  const open = ({ name, bytes }: NamedBytes) => {
    const compiled = engine.compileSpec(bytes);
    if (compiled.kind === "broken") throw notValid(name, bytes, compiled.problems);
    return compiled.spec;
  };
  const spec = open(documents.specPackage);
  const next = documents.next && open(documents.next);
  const { targetProduct, domainId } = spec.document;
  if (next && (next.document.targetProduct !== targetProduct || next.document.domainId !== domainId)) {
    throw new Failure(
      `${documents.next?.name} is for a different domain than ${documents.specPackage.name}. The next rules must be for the same domain.`,
    );
  }
  const registry = documents.registry
    ? openRegistry(documents.registry, targetProduct)
    : registryFromRanges({ revision: "", ranges: [], sha256: parts.sha256 });
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

function notValid(name: string, bytes: Uint8Array, problems: readonly SpecProblem[]): Failure {
  const lines = problems.map((problem) => problemLine(problem, name, positionOf(bytes, problem.at)));
  return new Failure([`${name} is not a valid spec package.`, ...lines].join("\n"));
}

function problemLine(
  { code, message, advice }: SpecProblem,
  name: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  return printable(`${name}:${line}:${column}: ${code}: ${message}${advice === undefined ? "" : ` ${advice}`}`);
}
