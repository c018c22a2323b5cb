import type { Registry } from "@assay/contract";
import {
  type ComparisonKey,
  comparisonKey,
  haveSameLetters,
  type LookalikeKey,
  lookalikeKey,
} from "./comparison-key.ts";

/** An id in a registry, with its state. */
type RegistryEntry = Registry["entries"][number];

/** The entries of a registry, or of parts of it, by the keys under which they are found. */
export interface RegistryIndex {
  readonly taken: ReadonlyMap<ComparisonKey, RegistryEntry>;
  readonly takenIds: ReadonlyMap<string, RegistryEntry>;
  readonly pending: ReadonlySet<ComparisonKey>;
  readonly pendingIds: ReadonlySet<string>;
  readonly lookalikes: ReadonlyMap<LookalikeKey, Lookalikes>;
}

/**
 * Of the ids that look alike, the first, and the first with other letters than it: if any of them has other letters than
 * a given id, one of these two has.
 */
export type Lookalikes = readonly [first: string, other?: string];

/** Indexes entries. Of those that share a key, the one with the first id counts, whatever their order. */
export function indexRegistry(parts: readonly Pick<Registry, "entries" | "pending">[]): RegistryIndex {
  const taken = new Map<ComparisonKey, RegistryEntry>();
  const takenIds = new Map<string, RegistryEntry>();
  const lookalikes = new Map<LookalikeKey, Lookalikes>();
  for (const { entries } of parts) {
    for (const entry of entries) {
      keepFirst(taken, comparisonKey(entry.id), entry);
      keepFirst(takenIds, entry.id, entry);
      const key = lookalikeKey(entry.id);
      lookalikes.set(key, withId(lookalikes.get(key), entry.id));
    }
  }
  const pendingIds = new Set(parts.flatMap((part) => part.pending.map(({ id }) => id)));
  return { taken, takenIds, pending: new Set([...pendingIds].map(comparisonKey)), pendingIds, lookalikes };
}

/** One of the ids that look like this one, with other letters: `1.10` and `11.0` are not mistaken for one another. */
export function withOtherLetters([first, other]: Lookalikes, id: string): string | undefined {
  return haveSameLetters(first, id) ? other : first;
}

function withId(found: Lookalikes | undefined, id: string): Lookalikes {
  if (!found) return [id];
  const [first, other] = found;
  if (id < first) return haveSameLetters(first, id) ? (other === undefined ? [id] : [id, other]) : [id, first];
  if (haveSameLetters(first, id) || (other !== undefined && other <= id)) return found;
  return [first, id];
}

function keepFirst<Key>(kept: Map<Key, RegistryEntry>, key: Key, entry: RegistryEntry): void {
  const other = kept.get(key);
  if (!other || isBefore(entry, other)) kept.set(key, entry);
}

// By UTF-16 code units, so that the answer does not depend on a language.
function isBefore(a: RegistryEntry, b: RegistryEntry): boolean {
  return a.id === b.id ? a.state < b.state : a.id < b.id;
}
