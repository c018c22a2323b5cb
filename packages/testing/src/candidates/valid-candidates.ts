import type { Json, JsonObject } from "@assay/contract";
import type { Random } from "../seeded-random.ts";

type Sample = (random: Random) => Json;

const kinds: readonly { readonly type: string; readonly names: readonly string[]; readonly sample: Sample }[] = [
  {
    type: "string",
    names: ["member", "city", "street", "nickname"],
    sample: (r) => r.pick(["Ada Diaz", "Ben Okoro", "Oslo"]),
  },
  { type: "integer", names: ["age", "points", "floors", "visits"], sample: (r) => r.below(1_000) },
  { type: "number", names: ["price", "weight", "ratio", "height"], sample: (r) => r.below(10_000) / 8 + 0.125 },
  { type: "boolean", names: ["active", "verified", "hidden"], sample: (r) => r.below(2) === 0 },
  {
    type: "date",
    names: ["joined", "born", "expires"],
    sample: (r) => `20${10 + r.below(20)}-0${1 + r.below(9)}-1${r.below(10)}`,
  },
  { type: "email", names: ["email", "contact"], sample: (r) => `person${r.below(1_000)}@example.org` },
  {
    type: "uuid",
    names: ["ticket", "account"],
    sample: (r) => `3f0c6f0e-6f0a-4d7e-9a55-${String(r.below(1e6)).padStart(12, "0")}`,
  },
];

/** A candidate that is valid under Datamint 1.0.0; the seed behind `random` decides which. */
export function validCandidate(random: Random): JsonObject {
  const words = ["loyalty", "card", "parcel", "route", "lab", "result", "menu", "ticket", "meter", "reading"];
  const id = [random.pick(words), random.pick(words), String(random.below(1_000))].join("-");
  const chosen = new Map(
    Array.from({ length: 2 + random.below(6) }, () => random.pick(kinds)).map((kind) => [
      random.pick(kind.names),
      kind,
    ]),
  );
  const fields = [...chosen];
  const strategies = random.pick([["fast"], ["realistic"], ["fast", "realistic"], ["realistic", "fast"]]);
  const fewest = strategies.includes("realistic") ? 3 : 1;
  return {
    owner: { kind: "human", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" },
    generatorId: id,
    generatorName: `Generator ${id}`,
    description: `Records of ${id} with ${fields.length} fields, made for tests of shops and stations.`,
    outputFields: fields.map(([name, { type }]) => ({ name, type, description: `What ${name} of the record is.` })),
    supportedStrategies: strategies,
    sampleRecords: Array.from({ length: fewest + random.below(5) }, () =>
      Object.fromEntries(fields.map(([name, { sample }]) => [name, sample(random)])),
    ),
    ...(random.below(5) === 0 ? {} : { rationaleNotes: `Teams that test ${id} write these records by hand today.` }),
  };
}
