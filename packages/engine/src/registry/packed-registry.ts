import type { RegistryState } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { comparisonKey, lookalikeKey } from "./comparison-key.ts";
import { checkRegistryDocument, type RegistryDocument } from "./registry-document.ts";
import { free, pending, type RegistryView } from "./registry-view.ts";

/** A registry as a few buffers, which can be transferred to another thread at no cost and searched without unpacking. */
export interface PackedRegistry {
  readonly revision: string;
  readonly taken: PackedKeys;
  readonly pending: PackedKeys;
  readonly lookalikes: PackedKeys;
}

/** Sorted texts, one after the other, and what belongs to each. */
interface PackedKeys {
  /** UTF-16 code units. */
  readonly units: Uint16Array<ArrayBuffer>;
  /** Where each text begins; the last entry is where all of them end. */
  readonly begins: Uint32Array<ArrayBuffer>;
  readonly values: Uint32Array<ArrayBuffer>;
  /** What `values` counts in: states, or texts that are packed themselves. */
  readonly texts?: PackedKeys;
}

const states: readonly RegistryState[] = ["active", "retired", "reserved"];

/**
 * Packs a registry; of entries that share a key the last one counts, as in `registryFromSnapshot`.
 *
 * @example
 * const packed = packRegistry(registry);
 * parentPort.postMessage(packed, buffersOf(packed));
 */
export function packRegistry(registry: RegistryDocument): PackedRegistry {
  checkRegistryDocument(registry);
  const { revision, entries, pending: open } = registry;
  const taken = new Map(entries.map(({ id, state }) => [comparisonKey(id), states.indexOf(state)]));
  const lookalikes = new Map<string, number>();
  for (const [index, { id }] of entries.entries()) {
    const key = lookalikeKey(id);
    if (!lookalikes.has(key)) lookalikes.set(key, index);
  }
  const kept = [...lookalikes].map(([key, index]) => [key, entries[index]?.id ?? ""] as const);
  const texts = pack(new Map(kept.map(([, id]) => [id, 0])));
  const indexes = new Map(sortedTexts(kept.map(([, id]) => id)).map((id, index) => [id, index]));
  return {
    revision,
    taken: pack(taken),
    pending: pack(new Map(open.map(({ id }) => [comparisonKey(id), 0]))),
    lookalikes: { ...pack(new Map(kept.map(([key, id]) => [key, indexes.get(id) ?? 0]))), texts },
  };
}

/**
 * A view of a packed registry, with the same answers as `registryFromSnapshot`.
 *
 * @example
 * worker.once("message", (packed) => resolve(registryFromPacked(packed)));
 */
export function registryFromPacked(packed: PackedRegistry): RegistryView {
  checkPacked(packed);
  const { revision, taken, pending: open, lookalikes } = packed;
  return {
    revision,
    find(key) {
      const at = indexOf(taken, key);
      if (at >= 0) return { kind: "taken", state: states[taken.values[at] as number] as RegistryState };
      return indexOf(open, key) >= 0 ? pending : free;
    },
    similar(key) {
      const at = indexOf(lookalikes, key);
      return at < 0 || !lookalikes.texts ? undefined : textAt(lookalikes.texts, lookalikes.values[at] as number);
    },
  };
}

/**
 * The buffers of a packed registry, for the transfer list of `postMessage`.
 *
 * @example
 * parentPort.postMessage(packed, buffersOf(packed));
 */
export function buffersOf(packed: PackedRegistry): ArrayBuffer[] {
  checkPacked(packed);
  const { taken, pending: open, lookalikes } = packed;
  const of = ({ units, begins, values, texts }: PackedKeys): ArrayBuffer[] => [
    units.buffer,
    begins.buffer,
    values.buffer,
    ...(texts ? of(texts) : []),
  ];
  return [taken, open, lookalikes].flatMap(of);
}

function checkPacked(packed: unknown): asserts packed is PackedRegistry {
  if (isObject(packed) && [packed.taken, packed.pending, packed.lookalikes].every(isObject)) return;
  const remedy = "Pass what packRegistry returned.";
  throw wrongArgument({ argument: "packed", expected: "a packed registry", found: kindOf(packed), remedy });
}

function pack(values: ReadonlyMap<string, number>): PackedKeys {
  const keys = sortedTexts([...values.keys()]);
  const length = keys.reduce((sum, key) => sum + key.length, 0);
  const units = new Uint16Array(length);
  const begins = new Uint32Array(keys.length + 1);
  let end = 0;
  for (const [index, key] of keys.entries()) {
    begins[index] = end;
    for (let unit = 0; unit < key.length; unit += 1) units[end + unit] = key.charCodeAt(unit);
    end += key.length;
  }
  begins[keys.length] = end;
  return { units, begins, values: Uint32Array.from(keys, (key) => values.get(key) ?? 0) };
}

// By UTF-16 code units, as they are packed.
function sortedTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
}

function indexOf(keys: PackedKeys, key: string): number {
  let [low, high] = [0, keys.begins.length - 2];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareAt(keys, middle, key);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function compareAt({ units, begins }: PackedKeys, index: number, key: string): number {
  const begin = begins[index] as number;
  const length = (begins[index + 1] as number) - begin;
  const shared = Math.min(length, key.length);
  for (let unit = 0; unit < shared; unit += 1) {
    const difference = (units[begin + unit] as number) - key.charCodeAt(unit);
    if (difference !== 0) return difference;
  }
  return length - key.length;
}

function textAt({ units, begins }: PackedKeys, index: number): string {
  return String.fromCharCode(...units.subarray(begins[index], begins[index + 1]));
}
