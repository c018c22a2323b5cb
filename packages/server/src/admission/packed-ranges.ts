import { limits, type Registry, type RegistryRange } from "@assay/contract";
import { lookalikeKey } from "@assay/engine";
import { rangesOf } from "./registry-view.ts";

/** A whole registry cut into ranges, as buffers that can be transferred to another thread at no cost. */
export interface PackedRanges {
  readonly targetProduct: string;
  readonly revision: string;
  /** The ranges that hold anything, as numbers, in ascending order. */
  readonly names: Uint32Array<ArrayBuffer>;
  /** Where the members of each range begin in `members`; the last entry is where all of them end. */
  readonly begins: Uint32Array<ArrayBuffer>;
  /** `"entries":[...],"pending":[...]` of each range, as UTF-8. */
  readonly members: Uint8Array<ArrayBuffer>;
}

/** Cuts a registry into ranges. It hashes every id, so it runs on a worker thread. */
export function packRanges({ targetProduct, revision, entries, pending }: Registry): PackedRanges {
  const names: number[] = [];
  const texts: string[] = [];
  const order = sortByRange([...entries, ...pending]);
  for (let from = 0; from < order.length; ) {
    const name = rangeAt(order, from);
    let to = from;
    while (to < order.length && rangeAt(order, to) === name) to += 1;
    // Within a range, positions ascend: entries come before pending ids.
    const positions = [...order.subarray(from, to)].map(positionIn);
    const taken = positions.flatMap((position) => entries[position] ?? []);
    const open = positions.flatMap((position) => pending[position - entries.length] ?? []);
    names.push(name);
    texts.push(membersOf(taken, open));
    from = to;
  }
  return { targetProduct, revision, names: Uint32Array.from(names), ...packTexts(texts) };
}

/** Returns one range as a document; nothing if it has more bytes than a range may have. */
export function cutRange(ranges: PackedRanges, range: string): Uint8Array | undefined {
  const { targetProduct, revision, names, begins, members } = ranges;
  const at = indexOf(names, Number.parseInt(range, 16));
  const found = at < 0 ? Buffer.from(membersOf([], [])) : members.subarray(begins[at], begins[at + 1]);
  const head = JSON.stringify({ format: "generator-registry/v1", targetProduct, revision, range, complete: true });
  const document = Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), found, Buffer.from("}")]);
  return document.length > limits.registry.rangeBytes ? undefined : document;
}

/** Writes a fetched range as a document, without members that its product added. */
export function writeRange({ targetProduct, revision, range, entries, pending }: RegistryRange): Uint8Array {
  const head = JSON.stringify({ format: "generator-registry/v1", targetProduct, revision, range, complete: true });
  return Buffer.from(`${head.slice(0, -1)},${membersOf(entries, pending)}}`);
}

/** The buffers of packed ranges, for the transfer list of `postMessage`. */
export function buffersOfRanges({ names, begins, members }: PackedRanges): ArrayBuffer[] {
  return [names.buffer, begins.buffer, members.buffer];
}

// A range is a number of 20 bits; with the position of the id in the lower 32, native sorting is enough.
const positions = 2 ** 32;

function sortByRange(ids: readonly { readonly id: string }[]): Float64Array {
  return Float64Array.from(ids, ({ id }, position) => {
    const [range = ""] = rangesOf([lookalikeKey(id)]);
    return Number.parseInt(range, 16) * positions + position;
  }).sort();
}

function rangeAt(order: Float64Array, index: number): number {
  return Math.floor((order[index] ?? 0) / positions);
}

function positionIn(ordered: number): number {
  return ordered % positions;
}

function membersOf(entries: Registry["entries"], pending: Registry["pending"]): string {
  const members = {
    entries: entries.map(({ id, state }) => ({ id, state })),
    pending: pending.map(({ id }) => ({ id })),
  };
  return JSON.stringify(members).slice(1, -1);
}

function packTexts(texts: readonly string[]): Pick<PackedRanges, "begins" | "members"> {
  const begins = new Uint32Array(texts.length + 1);
  for (const [index, text] of texts.entries()) begins[index + 1] = (begins[index] ?? 0) + Buffer.byteLength(text);
  const members = new Uint8Array(begins[texts.length] ?? 0);
  const encoder = new TextEncoder();
  for (const [index, text] of texts.entries()) encoder.encodeInto(text, members.subarray(begins[index]));
  return { begins, members };
}

function indexOf(names: Uint32Array, name: number): number {
  let [low, high] = [0, names.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = names[middle] ?? 0;
    if (found === name) return middle;
    if (found < name) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
