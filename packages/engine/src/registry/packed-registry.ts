import type { RegistryState } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { comparisonKey } from "./comparison-key.ts";
import { checkRegistryDocument, type RegistryDocument } from "./registry-document.ts";
import { indexRegistry } from "./registry-index.ts";
import { free, pending, type RegistryView } from "./registry-view.ts";

/** A registry as a few buffers, which can be transferred to another thread at no cost and searched without unpacking. */
export interface PackedRegistry {
  readonly revision: string;
  /** Comparison keys, with the state of each as an index of `states`. */
  readonly taken: PackedKeys;
  /** The registered ids, in the order of `taken`. */
  readonly ids: PackedTexts;
  readonly pending: PackedTexts;
  /** Lookalike keys, each with an index of `ids`. */
  readonly lookalikes: PackedKeys;
}

/** Texts, one after the other. */
interface PackedTexts {
  /** UTF-16 code units. */
  readonly units: Uint16Array<ArrayBuffer>;
  /** Where each text begins; the last entry is where all of them end. */
  readonly begins: Uint32Array<ArrayBuffer>;
}

/** Sorted texts, and a number for each. */
interface PackedKeys extends PackedTexts {
  readonly values: Uint32Array<ArrayBuffer>;
}

const states: readonly RegistryState[] = ["active", "retired", "reserved"];

/**
 * Packs a registry.
 *
 * @example
 * const packed = packRegistry(registry);
 * parentPort.postMessage(packed, buffersOf(packed));
 */
export function packRegistry(registry: RegistryDocument): PackedRegistry {
  checkRegistryDocument(registry);
  const { taken, pending: open, lookalikes } = indexRegistry([registry]);
  const sorted = [...taken].sort(byKey);
  const indexByKey = new Map(sorted.map(([key], index) => [key, index]));
  const indexOfId = (id: string) => indexByKey.get(comparisonKey(id)) ?? 0;
  return {
    revision: registry.revision,
    taken: packKeys(sorted.map(([key, { state }]) => [key, states.indexOf(state)])),
    ids: packTexts(sorted.map(([, { id }]) => id)),
    pending: packTexts([...open].sort()),
    lookalikes: packKeys([...lookalikes].sort(byKey).map(([key, { id }]) => [key, indexOfId(id)])),
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
  const { revision, taken, ids, pending: open, lookalikes } = packed;
  return {
    revision,
    find(key) {
      const at = indexOf(taken, key);
      if (at < 0) return indexOf(open, key) < 0 ? free : pending;
      return { kind: "taken", id: textAt(ids, at), state: states[taken.values[at] as number] as RegistryState };
    },
    similar(key) {
      const at = indexOf(lookalikes, key);
      return at < 0 ? undefined : textAt(ids, lookalikes.values[at] as number);
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
  const { taken, ids, pending: open, lookalikes } = packed;
  const texts = [taken, ids, open, lookalikes].flatMap(({ units, begins }) => [units.buffer, begins.buffer]);
  return [...texts, taken.values.buffer, lookalikes.values.buffer];
}

function checkPacked(packed: unknown): asserts packed is PackedRegistry {
  if (isObject(packed) && [packed.taken, packed.ids, packed.pending, packed.lookalikes].every(isObject)) return;
  const remedy = "Pass what packRegistry returned.";
  throw wrongArgument({ argument: "packed", expected: "a packed registry", found: kindOf(packed), remedy });
}

function packTexts(texts: readonly string[]): PackedTexts {
  const units = new Uint16Array(texts.reduce((sum, text) => sum + text.length, 0));
  const begins = new Uint32Array(texts.length + 1);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    begins[index] = end;
    for (let unit = 0; unit < text.length; unit += 1) units[end + unit] = text.charCodeAt(unit);
    end += text.length;
  }
  begins[texts.length] = end;
  return { units, begins };
}

function packKeys(sorted: readonly (readonly [string, number])[]): PackedKeys {
  return { ...packTexts(sorted.map(([key]) => key)), values: Uint32Array.from(sorted, ([, value]) => value) };
}

// By UTF-16 code units, as they are packed.
function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function indexOf(keys: PackedTexts, key: string): number {
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

function compareAt({ units, begins }: PackedTexts, index: number, key: string): number {
  const begin = begins[index] as number;
  const length = (begins[index + 1] as number) - begin;
  const shared = Math.min(length, key.length);
  for (let unit = 0; unit < shared; unit += 1) {
    const difference = (units[begin + unit] as number) - key.charCodeAt(unit);
    if (difference !== 0) return difference;
  }
  return length - key.length;
}

function textAt({ units, begins }: PackedTexts, index: number): string {
  return String.fromCharCode(...units.subarray(begins[index], begins[index + 1]));
}
