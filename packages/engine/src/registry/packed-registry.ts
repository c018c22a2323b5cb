import type { Registry, RegistryState } from "@assay/contract";
import { comparisonKey, isGeneratorId } from "./comparison-key.ts";
import type { RegistryView } from "./registry-view.ts";

/** A registry in three buffers, which can be transferred to another thread without copying and searched directly. */
export interface PackedRegistry {
  readonly revision: string;
  /** All ids in ASCII, without separators: sorted by comparison key, then registered before pending, then by id. */
  readonly ids: Uint8Array<ArrayBuffer>;
  /** The offset of each id in `ids`; the last entry is the end of the last id. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  /** The state of each id: 0 is active, 1 reserved, 2 retired and 3 pending. */
  readonly states: Uint8Array<ArrayBuffer>;
}

/** The members of a registry document that a view needs. */
export type RegistryDocument = Pick<Registry, "revision" | "entries" | "pending">;

const states: readonly (RegistryState | "pending")[] = ["active", "reserved", "retired", "pending"];
const pendingState = states.indexOf("pending");

/**
 * Packs a registry. Ids that a candidate cannot have are left out.
 *
 * @example
 * const packed = packRegistry(registry);
 * parentPort.postMessage(packed, [packed.ids.buffer, packed.offsets.buffer, packed.states.buffer]);
 */
export function packRegistry(registry: RegistryDocument): PackedRegistry {
  const listed = [
    ...registry.entries.map(({ id, state }) => createRecord(id, states.indexOf(state))),
    ...registry.pending.map(({ id }) => createRecord(id, pendingState)),
  ];
  const records = listed.filter(({ id }) => isGeneratorId(id)).sort(compareRecords);
  const ids = new Uint8Array(records.reduce((sum, { id }) => sum + id.length, 0));
  const offsets = new Uint32Array(records.length + 1);
  let end = 0;
  for (const [index, { id }] of records.entries()) {
    for (let offset = 0; offset < id.length; offset += 1) ids[end + offset] = id.charCodeAt(offset);
    end += id.length;
    offsets[index + 1] = end;
  }
  return { revision: registry.revision, ids, offsets, states: Uint8Array.from(records, ({ state }) => state) };
}

/**
 * Creates a view of a packed registry.
 *
 * @example
 * worker.once("message", (packed) => resolve(registryFromPacked(packed)));
 */
export function registryFromPacked(packed: PackedRegistry): RegistryView {
  const { revision } = packed;
  return {
    revision,
    find(id, compare) {
      // If several ids have the same key, the first one counts.
      const wanted = { key: comparisonKey(id), id: compare === "exact" ? id : "" };
      const isSame = (record: IdRecord | undefined) =>
        record?.key === wanted.key && (compare !== "exact" || record.id === id);
      const taken = search(packed, { ...wanted, state: 0 });
      // Pending ids come after the others with the same key.
      if (taken?.key !== wanted.key) return { kind: "free" };
      if (taken.state !== pendingState && isSame(taken)) {
        return { kind: "taken", id: taken.id, state: states[taken.state] as RegistryState };
      }
      const pending = search(packed, { ...wanted, state: pendingState });
      return { kind: isSame(pending) ? "pending" : "free" };
    },
  };
}

/**
 * Creates a view of a registry.
 *
 * @example
 * const registry = registryFromSnapshot({ revision: "1", entries: [{ id: "person-basic", state: "active" }], pending: [] });
 */
export function registryFromSnapshot(registry: RegistryDocument): RegistryView {
  return registryFromPacked(packRegistry(registry));
}

interface IdRecord {
  readonly key: string;
  readonly id: string;
  readonly state: number;
}

function createRecord(id: string, state: number): IdRecord {
  return { key: comparisonKey(id), id, state };
}

// Compares UTF-16 code units, so that the order does not depend on a locale.
function compareRecords(a: IdRecord, b: IdRecord): number {
  return (
    compareTexts(a.key, b.key) ||
    Number(a.state === pendingState) - Number(b.state === pendingState) ||
    compareTexts(a.id, b.id) ||
    a.state - b.state
  );
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

// Finds the first record that does not come before `wanted`.
function search({ ids, offsets, states }: PackedRegistry, wanted: IdRecord): IdRecord | undefined {
  const readRecord = (index: number) =>
    createRecord(String.fromCharCode(...ids.subarray(offsets[index], offsets[index + 1])), states[index] ?? 0);
  let [low, high] = [0, states.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareRecords(readRecord(middle), wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low < states.length ? readRecord(low) : undefined;
}
