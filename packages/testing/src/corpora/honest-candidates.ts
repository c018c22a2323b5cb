import type { Json, JsonObject } from "@assay/contract";
import { candidateFile } from "../cases/golden-cases.ts";
import { fillBytes, times } from "./build-values.ts";

/** Returns the valid candidate on which most corpora are based, with some members replaced or added. */
export function candidate(members: JsonObject = {}): JsonObject {
  return { ...(candidateFile("loyalty-card") as JsonObject), ...members };
}

/** Declares an output field. */
export function field(name: string, type: string): JsonObject {
  return { name, type, description: `What ${name.slice(0, 80)} of the record is.` };
}

/** Creates a valid candidate that nearly fills the given number of bytes, from about 1,000 to a whole request body. */
export function honestCandidate(bytes: number): JsonObject {
  const fieldCount = bytes < 4_000 ? 4 : bytes < 20_000 ? 10 : 26;
  const fields = times(fieldCount, (i) => {
    const [prefix, type, sample] = fieldKinds[i % fieldKinds.length] as (typeof fieldKinds)[number];
    return { name: `${prefix}${i}`, type, sample };
  });
  const outputFields = fields.map(({ name, type }) => field(name, type));
  const createRecord = (record: number) => Object.fromEntries(fields.map(({ name, sample }) => [name, sample(record)]));
  const createCandidate = (records: number) =>
    candidate({ outputFields, sampleRecords: times(Math.min(100, Math.max(1, records)), createRecord) });
  return fillBytes(bytes, createCandidate) as JsonObject;
}

/** Kinds of output fields: the start of the name, the type, and the value in each record. */
const fieldKinds: readonly (readonly [prefix: string, type: string, sample: (record: number) => Json])[] = [
  ["member", "string", (i) => `Ada ${["Diaz", "Okoro", "Rossi", "Nguyễn", "Lindqvist"][i % 5]}`],
  ["age", "integer", (i) => 18 + ((i * 7) % 60)],
  ["joined", "date", (i) => `2024-0${1 + (i % 9)}-1${i % 10}`],
  ["active", "boolean", (i) => i % 3 > 0],
  ["email", "email", (i) => `member${i}@shop.example`],
  ["points", "number", (i) => 120.5 + i * 13.25],
  ["card", "uuid", (i) => `3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b${10 + (i % 90)}`],
  ["seen", "date-time", (i) => `2025-03-1${i % 10}T0${i % 9}:15:00Z`],
];
