import { limits, type Registry, type RegistryRange } from "@assay/contract";
import { lookalikeKey } from "@assay/engine";
import { rangeName } from "./registry-view.ts";

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
  const order = sortByRange(entries, pending);
  const names: number[] = [];
  const texts: string[] = [];
  for (let at = 0; at < order.length; ) {
    const name = rangeIn(order[at]);
    const [taken, open]: [string[], string[]] = [[], []];
    for (; at < order.length && rangeIn(order[at]) === name; at += 1) {
      const position = (order[at] ?? 0) % positions;
      const entry = entries[position];
      const other = pending[position - entries.length];
      if (entry) taken.push(writeEntry(entry));
      else if (other) open.push(writePending(other));
    }
    names.push(name);
    texts.push(membersOf(taken, open));
  }
  return { targetProduct, revision, names: Uint32Array.from(names), ...packTexts(texts) };
}

/** Returns one range as a document; nothing if it has more bytes than a range may have. */
export function cutRange(ranges: PackedRanges, range: string): Uint8Array | undefined {
  const { targetProduct, revision, names, begins, members } = ranges;
  const at = indexOf(names, Number.parseInt(range, 16));
  const found = at < 0 ? Buffer.from(membersOf([], [])) : members.subarray(begins[at], begins[at + 1]);
  const document = Buffer.concat([Buffer.from(headOf({ targetProduct, revision, range })), found, Buffer.from("}")]);
  return document.length > limits.registry.rangeBytes ? undefined : document;
}

/** Writes a fetched range as a document, without members that its product added. */
export function writeRange({ targetProduct, revision, range, entries, pending }: RegistryRange): Uint8Array {
  const head = headOf({ targetProduct, revision, range });
  return Buffer.from(`${head}${membersOf(entries.map(writeEntry), pending.map(writePending))}}`);
}

/** The buffers of packed ranges, for the transfer list of `postMessage`. */
export function buffersOfRanges({ names, begins, members }: PackedRanges): ArrayBuffer[] {
  return [names.buffer, begins.buffer, members.buffer];
}

// A range is a number of 20 bits; with the position of the id in the lower 32, native sorting is enough.
const positions = 2 ** 32;

// The positions of pending ids follow those of entries.
function sortByRange(entries: Registry["entries"], pending: Registry["pending"]): Float64Array {
  const order = new Float64Array(entries.length + pending.length);
  let position = 0;
  for (const ids of [entries, pending]) {
    for (const { id } of ids) {
      order[position] = Number.parseInt(rangeName(lookalikeKey(id)), 16) * positions + position;
      position += 1;
    }
  }
  return order.sort();
}

function rangeIn(ordered = 0): number {
  return Math.floor(ordered / positions);
}

function writeEntry({ id, state }: Registry["entries"][number]): string {
  return `{"id":${JSON.stringify(id)},"state":"${state}"}`;
}

function writePending({ id }: Registry["pending"][number]): string {
  return `{"id":${JSON.stringify(id)}}`;
}

function headOf({
  targetProduct,
  revision,
  range,
}: Pick<RegistryRange, "targetProduct" | "revision" | "range">): string {
  const head = JSON.stringify({ format: "generator-registry/v1", targetProduct, revision, range, complete: true });
  return `${head.slice(0, -1)},`;
}

function membersOf(entries: readonly string[], pending: readonly string[]): string {
  return `"entries":[${entries.join(",")}],"pending":[${pending.join(",")}]`;
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
