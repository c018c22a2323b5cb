import type { Json, JsonObject } from "@assay/contract";

/** Creates an array of `count` items. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Creates an object with `count` members. */
export function makeMembers(count: number, make: (index: number) => readonly [string, Json]): JsonObject {
  return Object.fromEntries(times(count, make));
}

/** Counts the bytes of a value in a request body. */
export function countBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Varies the count to find a value that nearly fills `maxBytes` without exceeding it. */
export function fillBytes(maxBytes: number, make: (count: number) => Json): Json {
  let best = make(0);
  let count = 64;
  for (let round = 0; round < 12; round += 1) {
    const value = make(count);
    const bytes = countBytes(value);
    if (bytes <= maxBytes) best = value;
    if (bytes <= maxBytes && bytes > maxBytes * 0.98) break;
    count = Math.floor((count * maxBytes * 0.995) / bytes);
  }
  return best;
}
