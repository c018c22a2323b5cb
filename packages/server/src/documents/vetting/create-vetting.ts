import { setImmediate as nextTurn } from "node:timers/promises";
import type { DomainName, SpecProblem } from "@assay/contract";
import { type CompiledSpec, type RegistryView, registryFromPacked } from "@assay/engine";
import { createTaskQueue } from "../../shared/task-queue.ts";
import { createEngines } from "./create-engines.ts";
import { cutRange } from "./packed-ranges.ts";
import type { Read, ReadRegistry } from "./read-packed-registry.ts";
import type { Vetted } from "./vet-spec-package.ts";
import { createVettingThread } from "./vetting-thread.ts";

/** A spec package that can be compiled, or why it cannot. */
export type VettedSpecPackage =
  | Extract<Vetted, { kind: "ok" }>
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly problems: readonly SpecProblem[];
      /** The trial was stopped because it took too much; the cause may also be the machine. */
      readonly cutShort?: true;
    };

/** A whole registry that can be searched. */
export interface VettedRegistry {
  readonly view: RegistryView;
  /** Returns a range of it as a document; nothing if the range is too large. Absent unless ranges were asked for. */
  range?(name: string): Uint8Array | undefined;
}

/** Tries the documents of target products before they are used. */
export interface Vetting {
  /** Tries a package on a worker thread. */
  vetSpecPackage(
    bytes: Uint8Array,
    domain: DomainName,
    /** Whether it belongs to a package that was just admitted: then it is tried before those of other domains. */
    options?: { readonly continues?: boolean },
  ): Promise<VettedSpecPackage>;
  /** Compiles a package that passed its trial, on this thread. */
  compileSpecPackage(bytes: Uint8Array, vetted: { readonly usesCel: boolean }): Promise<CompiledSpec>;
  /** Reads a whole registry on a worker thread; it is searched on this thread. */
  vetRegistry(
    bytes: Uint8Array,
    targetProduct: string,
    /** Whether it is also cut into ranges, which takes as long again. */
    options?: { readonly withRanges?: boolean },
  ): Promise<Read<VettedRegistry>>;
  /** Stops its trials. */
  close(): void;
}

// One for the process: a second service would load the same code and compete for the same processors.
const thread = createVettingThread();

export function createVetting(): Vetting {
  const closing = new AbortController();
  const { signal } = closing;
  const engineFor = createEngines();
  // One package in a turn of the loop: calls are answered between two of them.
  const inOrder = createTaskQueue();
  return {
    vetSpecPackage: (bytes, { targetProduct, domainId }, options) =>
      thread.run<Vetted>({ kind: "spec-package", bytes, targetProduct, domainId }, { ...options, signal }),
    async compileSpecPackage(bytes, { usesCel }) {
      const engine = await engineFor(usesCel);
      return inOrder(async () => {
        await nextTurn();
        return engine.compileAccepted(bytes);
      });
    },
    async vetRegistry(bytes, targetProduct, { withRanges = false } = {}) {
      const read = await thread.run<Read<ReadRegistry>>(
        { kind: "registry", bytes, targetProduct, withRanges },
        { signal },
      );
      if (read.kind === "refused") return read;
      const { packed, ranges } = read.value;
      const view = registryFromPacked(packed);
      return { kind: "ok", value: ranges ? { view, range: (name) => cutRange(ranges, name) } : { view } };
    },
    close: () => closing.abort(),
  };
}
