import type { Registry } from "@assay/contract";
import { type ComparisonKey, comparisonKey, type LookalikeKey, lookalikeKey } from "./comparison-key.ts";

/** An id in a registry, with its state. */
type RegistryEntry = Registry["entries"][number];

/** The entries of a registry, or of parts of it, by the keys under which they are found. */
export interface RegistryIndex {
  readonly taken: ReadonlyMap<ComparisonKey, RegistryEntry>;
  readonly pending: ReadonlySet<ComparisonKey>;
  readonly lookalikes: ReadonlyMap<LookalikeKey, RegistryEntry>;
}

/** Indexes entries. Of those that share a key, the one with the first id counts, whatever their order. */
export function indexRegistry(parts: readonly Pick<Registry, "entries" | "pending">[]): RegistryIndex {
  const taken = new Map<ComparisonKey, RegistryEntry>();
  const lookalikes = new Map<LookalikeKey, RegistryEntry>();
  for (const { entries } of parts) {
    for (const entry of entries) {
      keepFirst(taken, comparisonKey(entry.id), entry);
      keepFirst(lookalikes, lookalikeKey(entry.id), entry);
    }
  }
  const pending = new Set(parts.flatMap((part) => part.pending.map(({ id }) => comparisonKey(id))));
  return { taken, pending, lookalikes };
}

function keepFirst<Key>(kept: Map<Key, RegistryEntry>, key: Key, entry: RegistryEntry): void {
  const other = kept.get(key);
  if (!other || isBefore(entry, other)) kept.set(key, entry);
}

// By UTF-16 code units, so that the answer does not depend on a language.
function isBefore(a: RegistryEntry, b: RegistryEntry): boolean {
  return a.id === b.id ? a.state < b.state : a.id < b.id;
}
