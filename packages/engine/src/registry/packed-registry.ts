import type { RegistryState } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { type ComparisonKey, comparisonKey, lookalikeKey } from "./comparison-key.ts";
import { checkRegistryDocument, type RegistryDocument } from "./registry-document.ts";
import { indexRegistry, withOtherLetters } from "./registry-index.ts";
import { free, pending, type RegistryAnswer, type RegistryView } from "./registry-view.ts";

/** A registry as a few buffers, which can be transferred to another thread at no cost and searched without unpacking. */
export interface PackedRegistry {
  readonly revision: string;
  /** The comparison keys of the registered ids, with the state of each as an index of `states`. */
  readonly taken: PackedKeys;
  /** The registered ids, in the order of `taken`: by comparison key, those with the same key by their characters. */
  readonly ids: PackedTexts;
  /** The comparison keys of the ids of open proposals. */
  readonly pending: PackedTexts;
  /** The ids of open proposals, in the order of `pending`. */
  readonly pendingIds: PackedTexts;
  /** Lookalike keys, each with an index of `ids`; a second time with the first id that has other letters. */
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
  const { takenIds, pendingIds, lookalikes } = indexRegistry([registry]);
  const taken = sortIds(takenIds.keys());
  const open = sortIds(pendingIds);
  const indexById = new Map(taken.map(([, id], index) => [id, index]));
  const alike = [...lookalikes].sort(byKey).flatMap(([key, ids]) => ids.map((id = "") => [key, id] as const));
  return {
    revision: registry.revision,
    taken: packKeys(taken.map(([key, id]) => [key, states.indexOf(takenIds.get(id)?.state ?? "active")])),
    ids: packTexts(taken.map(([, id]) => id)),
    pending: packTexts(open.map(([key]) => key)),
    pendingIds: packTexts(open.map(([, id]) => id)),
    lookalikes: packKeys(alike.map(([key, id]) => [key, indexById.get(id) ?? 0])),
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
  const { revision, taken, ids, pending: open, pendingIds, lookalikes } = packed;
  const answerAt = (at: number, isPending: () => boolean): RegistryAnswer => {
    if (at < 0) return isPending() ? pending : free;
    return { kind: "taken", id: textAt(ids, at), state: states[taken.values[at] as number] as RegistryState };
  };
  const alike = (at: number) => textAt(ids, lookalikes.values[at] as number);
  return {
    revision,
    find: (key) => answerAt(indexOf(taken, key), () => indexOf(open, key) >= 0),
    similar(key) {
      const at = indexOf(lookalikes, key);
      return at < 0 ? undefined : alike(at);
    },
    exact: {
      find: (id) => answerAt(indexOfId(taken, ids, id), () => indexOfId(open, pendingIds, id) >= 0),
      similar(id) {
        const key = lookalikeKey(id);
        const at = indexOf(lookalikes, key);
        if (at < 0) return undefined;
        return withOtherLetters(
          compareAt(lookalikes, at + 1, key) === 0 ? [alike(at), alike(at + 1)] : [alike(at)],
          id,
        );
      },
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
  const { taken, ids, pending: open, pendingIds, lookalikes } = packed;
  const buffers = [taken, ids, open, pendingIds, lookalikes].flatMap(({ units, begins }) => [
    units.buffer,
    begins.buffer,
  ]);
  return [...buffers, taken.values.buffer, lookalikes.values.buffer];
}

const texts = ["taken", "ids", "pending", "pendingIds", "lookalikes"];

function checkPacked(packed: unknown): asserts packed is PackedRegistry {
  if (isObject(packed) && texts.every((name) => isObject(packed[name]))) return;
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

// The ids with their comparison keys, in the order in which they are packed.
function sortIds(ids: Iterable<string>): readonly (readonly [ComparisonKey, string])[] {
  return Array.from(ids, (id) => [comparisonKey(id), id] as const).sort((a, b) =>
    a[0] === b[0] ? (a[1] < b[1] ? -1 : 1) : byKey(a, b),
  );
}

/** The index of the first of these keys. */
function indexOf(keys: PackedTexts, key: string): number {
  const at = search(keys, (index) => compareAt(keys, index, key));
  return compareAt(keys, at, key) === 0 ? at : -1;
}

/** The index of an id among `ids`, which are in the order of their comparison keys. */
function indexOfId(keys: PackedTexts, ids: PackedTexts, id: string): number {
  const key = comparisonKey(id);
  const at = search(keys, (index) => compareAt(keys, index, key) || compareAt(ids, index, id));
  return compareAt(ids, at, id) === 0 ? at : -1;
}

// The first index whose text is not before the one that is searched for.
function search({ begins }: PackedTexts, compare: (index: number) => number): number {
  let [low, high] = [0, begins.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(middle) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareAt({ units, begins }: PackedTexts, index: number, key: string): number {
  if (index >= begins.length - 1) return 1;
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
