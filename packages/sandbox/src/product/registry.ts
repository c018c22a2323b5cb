import type { Registry, RegistryState } from "@assay/contract";
import { comparisonKey } from "@assay/engine";

/** The ids that are registered with the product. */
export interface IdRegistry {
  /** The document that is published, with the ids of open proposals. */
  toSnapshot(pending: readonly string[]): Registry;
  has(id: string): boolean;
  register(id: string, state: RegistryState): void;
  /** Gives the registry a new revision, because proposals were opened or closed. */
  bumpRevision(): void;
}

/** Creates the registry of a product. `isExact` says whether its rules compare ids as they are written. */
export function createRegistry(targetProduct: string, isExact: () => boolean): IdRegistry {
  let entries: Registry["entries"] = [];
  let revision = 0;
  const isSame = (one: string, other: string) =>
    isExact() ? one === other : comparisonKey(one) === comparisonKey(other);

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
