import type { Json, JsonObject } from "@assay/contract";
import { candidateFile } from "../cases/golden-cases.ts";

/** The candidate that everything here is made from, with other members where they are given. */
export function candidate(members: JsonObject = {}): JsonObject {
  return { ...(candidateFile("loyalty-card") as JsonObject), ...members };
}

/** A list of this many items. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** An object of this many members. */
export function makeMembers(count: number, make: (index: number) => readonly [string, Json]): JsonObject {
  return Object.fromEntries(times(count, make));
}

/** How many bytes a value takes in a body. */
export function countBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The value with the largest count, or nearly, that still fits into so many bytes. */
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

const kinds: readonly (readonly [string, string, (record: number) => Json])[] = [
  ["member", "string", (i) => `Ada ${["Diaz", "Okoro", "Rossi", "Nguyễn", "Lindqvist"][i % 5]}`],
  ["age", "integer", (i) => 18 + ((i * 7) % 60)],
  ["joined", "date", (i) => `2024-0${1 + (i % 9)}-1${i % 10}`],
  ["active", "boolean", (i) => i % 3 > 0],
  ["email", "email", (i) => `member${i}@shop.example`],
  ["points", "number", (i) => 120.5 + i * 13.25],
  ["card", "uuid", (i) => `3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b${10 + (i % 90)}`],
  ["seen", "date-time", (i) => `2025-03-1${i % 10}T0${i % 9}:15:00Z`],
];

/** The declaration of an output field. */
export function field(name: string, type: string): JsonObject {
  return { name, type, description: `What ${name.slice(0, 80)} of the record is.` };
}

/** A candidate in order of nearly so many bytes, from about one thousand to a whole body. */
export function honestCandidate(bytes: number): JsonObject {
  const columns = bytes < 4_000 ? 4 : bytes < 20_000 ? 10 : 26;
  const fields = times(columns, (i) => {
    const [name, type, sample] = kinds[i % kinds.length] as (typeof kinds)[number];
    return { declared: field(`${name}${i}`, type), name: `${name}${i}`, sample };
  });
  const addRecords = (count: number) =>
    candidate({
      outputFields: fields.map(({ declared }) => declared),
      sampleRecords: times(Math.min(100, Math.max(1, count)), (record) =>
        Object.fromEntries(fields.map(({ name, sample }) => [name, sample(record)])),
      ),
    });
  return fillBytes(bytes, addRecords) as JsonObject;
}
