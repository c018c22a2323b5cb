import { setImmediate as nextTurn } from "node:timers/promises";
import type { DomainName, SpecProblem } from "@assay/contract";
import { type CompiledSpec, type PackedRegistry, type RegistryView, registryFromPacked } from "@assay/engine";
import { createEngines } from "./create-engines.ts";
import type { Read } from "./read-registry.ts";
import { createTrialThread } from "./trial-thread.ts";
import type { Tried } from "./try-spec-package.ts";

/** A spec package that can be used, or why it cannot. */
export type SpecAdmission =
  | { readonly kind: "ok"; readonly spec: CompiledSpec }
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly problems: readonly SpecProblem[];
      /** The trial was stopped because it took too much; the cause may also be the machine. */
      readonly cutShort?: true;
    };

/** Tries the documents of target products before they are used. */
export interface Admission {
  /** Tries a package on a worker thread, then compiles it on this thread between other work. */
  admitSpecPackage(
    bytes: Uint8Array,
    domain: DomainName,
    /** Whether it belongs to a package that was just admitted: then it is tried before those of other domains. */
    options?: { readonly continues?: boolean },
  ): Promise<SpecAdmission>;
  /** Reads a whole registry on a worker thread; it is searched on this thread. */
  admitRegistry(bytes: Uint8Array, targetProduct: string): Promise<Read<RegistryView>>;
  /** Stops all trials. */
  close(): Promise<void>;
}

export function createAdmission(): Admission {
  const thread = createTrialThread();
  const engineFor = createEngines();
  return {
    async admitSpecPackage(bytes, { targetProduct, domainId }, options) {
      const tried = await thread.run<Tried>({ kind: "spec-package", bytes, targetProduct, domainId }, options);
      if (tried.kind === "refused") return tried;
      const engine = await engineFor(tried.usesCel);
      return { kind: "ok", spec: await engine.compileInTurns(bytes, nextTurn) };
    },
    async admitRegistry(bytes, targetProduct) {
      const read = await thread.run<Read<PackedRegistry>>({ kind: "registry", bytes, targetProduct });
      return read.kind === "ok" ? { kind: "ok", value: registryFromPacked(read.value) } : read;
    },
    close: thread.close,
  };
}
