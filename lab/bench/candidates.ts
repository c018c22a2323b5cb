import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

type Field = { readonly name: string; readonly type: string; readonly description: string };
type Value = string | number | boolean;
type Candidate = { [name: string]: unknown; outputFields: Field[]; sampleRecords: { [name: string]: Value }[] };

const file = import.meta.resolve("@assay/contract/cases/candidates/loyalty-card.json");
const readLoyaltyCard = (): Candidate => JSON.parse(readFileSync(fileURLToPath(file), "utf8"));

/** A candidate of about 1 KB, on which the golden cases are based. */
export function smallCandidate(): Candidate {
  return readLoyaltyCard();
}

/** A candidate of about 8 KB, the size of a thorough proposal. */
export function usualCandidate(): Candidate {
  return createCandidate(12, 26);
}

/** A candidate of about 60 KB, near the size limit of a service. */
export function largeCandidate(): Candidate {
  return createCandidate(26, 100);
}

/** The candidate of 8 KB with five mistakes of different kinds, each with a fix. */
export function faultyCandidate(): Candidate {
  const { generatorName, ...candidate } = usualCandidate();
  const [record, ...records] = candidate.sampleRecords;
  return {
    ...candidate,
    generatorId: "Loyalty_Card",
    generator_name: generatorName,
    outputFields: candidate.outputFields.map((field) => (field.name === "visits" ? { ...field, type: "int" } : field)),
    supportedStrategies: ["fast", "Realistic"],
    sampleRecords: [{ ...record, age: String(record?.age) }, ...records],
  };
}

const surnames = ["Diaz", "Okoro", "Rossi", "Nguyen", "Lindqvist", "Haddad", "Kowalska"];
const shops = ["Main Street 12", "Harbour Road 3", "Old Mill Lane 47", "Station Square 1"];

// Fields of different types, each with a function that returns the value for a record.
const fieldKinds: readonly (readonly [Field, (i: number) => Value])[] = [
  [field("member", "string", "Full name of the member."), (i) => `Ada ${surnames[i % 7]}`],
  [field("age", "integer", "Age in years."), (i) => 18 + ((i * 7) % 60)],
  [field("joined", "date", "Day on which the card was issued."), (i) => `2024-0${1 + (i % 9)}-1${i % 10}`],
  [field("active", "boolean", "Whether the card is in use."), (i) => i % 3 > 0],
  [field("email", "email", "Where the statements go."), (i) => `member${i}@shop.example`],
  [field("points", "number", "Points on the card, with decimals."), (i) => 120.5 + i * 13.25],
  [field("card", "uuid", "Identifier of the card."), (i) => `3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b${10 + (i % 90)}`],
  [field("seen", "date-time", "Last visit to a shop."), (i) => `2025-03-1${i % 10}T0${i % 9}:15:00Z`],
  [field("shop", "string", "Shop that issued the card."), (i) => shops[i % 4] as string],
  [field("visits", "integer", "Visits in the last year."), (i) => (i * 31) % 400],
  [field("tier", "string", "Tier of the programme."), (i) => ["basic", "silver", "gold"][i % 3] as string],
  [field("newsletter", "boolean", "Whether the member reads it."), (i) => i % 2 > 0],
];

function createCandidate(fieldCount: number, recordCount: number): Candidate {
  const columns = Array.from({ length: fieldCount }, (_, index) => {
    const [{ name, type, description }, createValue] = fieldKinds[index % fieldKinds.length] as (typeof fieldKinds)[0];
    const suffix = index < fieldKinds.length ? "" : `${Math.floor(index / fieldKinds.length) + 1}`;
    return [field(name + suffix, type, description + suffix), createValue] as const;
  });
  return {
    ...readLoyaltyCard(),
    outputFields: columns.map(([declared]) => declared),
    sampleRecords: Array.from({ length: recordCount }, (_, i) =>
      Object.fromEntries(columns.map(([{ name }, createValue]) => [name, createValue(i)])),
    ),
  };
}

function field(name: string, type: string, description: string): Field {
  return { name, type, description };
}
