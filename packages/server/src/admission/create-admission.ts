import { setImmediate as nextTurn } from "node:timers/promises";
import type { DomainName, SpecProblem } from "@assay/contract";
import { type CompiledSpec, type RegistryView, registryFromPacked } from "@assay/engine";
import { createTurns } from "../shared/turns.ts";
import { createEngines } from "./create-engines.ts";
import { cutRange } from "./packed-ranges.ts";
import type { Read, ReadRegistry } from "./read-packed-registry.ts";
import { createTrialThread } from "./trial-thread.ts";
import type { Tried } from "./try-spec-package.ts";

/** A spec package that can be compiled, or why it cannot. */
export type SpecTrial =
  | Extract<Tried, { kind: "ok" }>
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly problems: readonly SpecProblem[];
      /** The trial was stopped because it took too much; the cause may also be the machine. */
      readonly cutShort?: true;
    };

/** A whole registry that can be searched. */
export interface AdmittedRegistry {
  readonly view: RegistryView;
  /** Returns a range of it as a document; nothing if the range is too large. Absent unless ranges were asked for. */
  range?(name: string): Uint8Array | undefined;
}

/** Tries the documents of target products before they are used. */
export interface Admission {
  /** Tries a package on a worker thread. */
  trySpecPackage(
    bytes: Uint8Array,
    domain: DomainName,
    /** Whether it belongs to a package that was just admitted: then it is tried before those of other domains. */
    options?: { readonly continues?: boolean },
  ): Promise<SpecTrial>;
  /** Compiles a package that passed its trial, on this thread, between other work. */
  compileSpecPackage(bytes: Uint8Array, tried: { readonly usesCel: boolean }): Promise<CompiledSpec>;
  /** Reads a whole registry on a worker thread; it is searched on this thread. */
  admitRegistry(
    bytes: Uint8Array,
    targetProduct: string,
    /** Whether it is also cut into ranges, which takes as long again. */
    options?: { readonly withRanges?: boolean },
  ): Promise<Read<AdmittedRegistry>>;
  /** Stops all trials. */
  close(): Promise<void>;
}

export function createAdmission(): Admission {
  const thread = createTrialThread();
  const engineFor = createEngines();
  // Two packages that are compiled side by side would make each turn of the loop twice as long.
  const inTurn = createTurns();
  return {
    trySpecPackage: (bytes, { targetProduct, domainId }, options) =>
      thread.run<Tried>({ kind: "spec-package", bytes, targetProduct, domainId }, options),
    async compileSpecPackage(bytes, { usesCel }) {
      const engine = await engineFor(usesCel);
      return inTurn(() => engine.compileAsync(bytes, nextTurn));
    },
    async admitRegistry(bytes, targetProduct, { withRanges = false } = {}) {
      const read = await thread.run<Read<ReadRegistry>>({ kind: "registry", bytes, targetProduct, withRanges });
      if (read.kind === "refused") return read;
      const { packed, ranges } = read.value;
      const view = registryFromPacked(packed);
      return { kind: "ok", value: ranges ? { view, range: (name) => cutRange(ranges, name) } : { view } };
    },
    close: thread.close,
  };
}
