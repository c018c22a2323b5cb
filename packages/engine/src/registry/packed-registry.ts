import type { Registry, RegistryState } from "@assay/contract";
import { comparisonKey, isGeneratorId } from "./comparison-key.ts";
import type { RegistryView } from "./registry-view.ts";

/** A registry in three buffers, which can be transferred to another thread without copying and searched directly. */
export interface PackedRegistry {
  readonly revision: string;
  /** All ids in ASCII, without separators: sorted by comparison key, then by state, then by id. */
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
      const key = comparisonKey(id);
      const wantedId = compare === "exact" ? id : "";
      // If several ids are the same, the first one counts: an active one, if there is one.
      for (let state = 0; state < states.length; state += 1) {
        const index = search(packed, { key, state, id: wantedId });
        const foundState = packed.states[index];
        if (foundState === undefined || compareId(packed, index, key, folded) !== 0) break;
        if (compare === "exact" && (foundState !== state || compareId(packed, index, id, written) !== 0)) continue;
        if (foundState === pendingState) return { kind: "pending" };
        const found = String.fromCharCode(...packed.ids.subarray(packed.offsets[index], packed.offsets[index + 1]));
        return { kind: "taken", id: found, state: states[foundState] as RegistryState };
      }
      return { kind: "free" };
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
  return compareTexts(a.key, b.key) || a.state - b.state || compareTexts(a.id, b.id);
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

// Finds the index of the first record that does not come before `wanted`.
function search(packed: PackedRegistry, { key, state, id }: IdRecord): number {
  const { states } = packed;
  let [low, high] = [0, states.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareId(packed, middle, key, folded) || (states[middle] ?? 0) - state;
    if ((order || compareId(packed, middle, id, written)) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

// What each character of an id is in a comparison key: 0 if it is left out.
const folded = Uint8Array.from({ length: 128 }, (_, code) => comparisonKey(String.fromCharCode(code)).charCodeAt(0));
const written = folded.map((_, code) => code);

// Compares the units of an id with a text, as `compareTexts` would, without decoding the id.
function compareId({ ids, offsets }: PackedRegistry, index: number, text: string, units: Uint8Array): number {
  const end = offsets[index + 1] ?? 0;
  let position = 0;
  for (let offset = offsets[index] ?? 0; offset < end; offset += 1) {
    const unit = units[ids[offset] as number] as number;
    if (unit === 0) continue;
    if (position === text.length) return 1;
    const difference = unit - text.charCodeAt(position);
    if (difference !== 0) return difference;
    position += 1;
  }
  return position - text.length;
}
