import type { Registry, RegistryState } from "@assay/contract";
import { comparisonKey } from "@assay/engine";

/** The ids that are registered with a product. */
export interface IdRegistry {
  /** Returns the registry document to publish, with the ids of open proposals. */
  toSnapshot(pending: readonly string[]): Registry;
  has(id: string): boolean;
  register(id: string, state: RegistryState): void;
  /** Gives the registry a new revision after a proposal is opened or closed. */
  bumpRevision(): void;
}

/** Creates the registry of a product. `isExact` returns whether its rules compare ids exactly as written. */
export function createRegistry(targetProduct: string, isExact: () => boolean): IdRegistry {
  let entries: Registry["entries"] = [];
  let revision = 0;
  const isSame = (a: string, b: string) => (isExact() ? a === b : comparisonKey(a) === comparisonKey(b));

  return {
    toSnapshot: (pending) => ({
      format: "generator-registry/v1",
      targetProduct,
      revision: String(revision),
      complete: true,
      entries,
      pending: [...new Set(pending)].map((id) => ({ id })),
    }),
    has: (id) => entries.some((entry) => isSame(entry.id, id)),
    register(id, state) {
      entries = [...entries.filter((entry) => !isSame(entry.id, id)), { id, state }];
      revision += 1;
    },
    bumpRevision() {
      revision += 1;
    },
  };
}
