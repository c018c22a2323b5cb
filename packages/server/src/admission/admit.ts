import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DomainName, RegistryRange, SpecProblem } from "@assay/contract";
import {
  type CompiledSpec,
  type Engine,
  type PackedRegistry,
  packedRegistry,
  type RegistryView,
  rangeOf,
  rangesRegistry,
} from "@assay/engine";
import type { Read } from "./read-registry.ts";
import { type Bounds, runInWorker } from "./run-in-worker.ts";
import { engineFor, type Tried } from "./try-spec-package.ts";

/** A spec package that may judge, or why it may not. */
export type Admitted =
  | { readonly kind: "ok"; readonly spec: CompiledSpec }
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly problems: readonly SpecProblem[];
      /** It took too much, which also the machine may be to blame for. */
      readonly cutShort?: true;
    };

const bounds: Bounds = { memoryMb: 128 };
// Two hundred thousand ids are read, checked and sorted.
const registryBounds: Bounds = { memoryMb: 512 };

const engines = new Map<boolean, Promise<Engine>>();

/** Tries a package on another thread, then compiles it here between other work. */
export async function admitSpecPackage(bytes: Uint8Array, { targetProduct, domainId }: DomainName): Promise<Admitted> {
  const tried = await runInWorker<Tried>({ kind: "spec-package", bytes, targetProduct, domainId }, bounds);
  if (tried.kind === "refused") return tried;
  const engine = engines.get(tried.usesCel) ?? engineFor(tried.usesCel);
  engines.set(tried.usesCel, engine);
  return { kind: "ok", spec: await (await engine).compileInTurns(bytes, nextTurn) };
}

/** Reads a whole registry on another thread and searches it here as it is. */
export async function admitRegistry(bytes: Uint8Array, targetProduct: string): Promise<Read<RegistryView>> {
  const read = await runInWorker<Read<PackedRegistry>>({ kind: "registry", bytes, targetProduct }, registryBounds);
  return read.kind === "ok" ? { kind: "ok", value: packedRegistry(read.value) } : read;
}

/** The names of the ranges in which keys are looked up. */
export function rangesOf(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.map((key) => rangeOf(key, sha256)))];
}

/** A view of ranges that were fetched, all of one revision. */
export function viewOf(ranges: readonly RegistryRange[], revision: string): RegistryView {
  return rangesRegistry({ revision, ranges, sha256 });
}

function sha256(text: string): string {
  return hash("sha256", text);
}
