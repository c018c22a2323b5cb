import type { Json } from "@assay/contract";
import type { Random } from "../seeded-random.ts";
import { validCandidate } from "./valid-candidates.ts";

interface Draft {
  [member: string]: Json;
  outputFields: { [member: string]: Json }[];
  sampleRecords: { [field: string]: Json }[];
  supportedStrategies: Json[];
}

type Tangle = (draft: Draft, random: Random) => void;

/** A candidate with mistakes that get in each other's way when they are mended. */
export function tangledCandidate(random: Random): Json {
  const draft = structuredClone(validCandidate(random)) as never as Draft;
  const count = 1 + random.below(4);
  for (let done = 0; done < count; done += 1) random.pick(tangles)(draft, random);
  return draft as never;
}

const tangles: readonly Tangle[] = [
  // The same slip in every record: in some of them beside the right name.
  ({ sampleRecords }, random) => {
    const name = random.pick(Object.keys(sampleRecords[0] ?? {}));
    for (const record of sampleRecords) {
      if (name === undefined || !Object.hasOwn(record, name)) continue;
      record[`${name}s`] = record[name] as Json;
      if (random.below(2) === 0) delete record[name];
    }
  },
  // Two names swapped, or one name for two fields.
  ({ outputFields }, random) => {
    const [one, other] = [random.pick(outputFields), random.pick(outputFields)];
    if (one && other) one.name = random.pick([`${other.name} `, String(other.name).toUpperCase(), other.name ?? ""]);
  },
  // The owner, its kind and its id, all under other names.
  (draft, random) => {
    const { owner, ...rest } = draft;
    if (typeof owner !== "object" || owner === null) return;
    const { kind, id } = owner as { readonly [member: string]: Json };
    for (const name of Object.keys(draft)) delete draft[name];
    draft[random.pick(["owner", "Owner", "ownr", "belongsTo"])] = {
      [random.pick(["kind", "kinds", "Kind", "sort"])]: random.pick(["human", "humans", " human", 7, kind ?? null]),
      [random.pick(["id", "ids", "ID", "uuid"])]: random.pick([`${id} `, [id ?? null], id ?? null]),
    };
    Object.assign(draft, rest);
  },
  // Copies of a large item among neighbours that begin alike.
  ({ outputFields }, random) => {
    const at = random.below(outputFields.length);
    const { name = "x", type = "string", description = "" } = outputFields[at] ?? {};
    const long = `${description} `
      .repeat(random.pick([1, 8, 10]))
      .slice(0, 300)
      .trim();
    const item = random.below(2) === 0 ? { name, type, description: long } : { type, description: long, name };
    const copies = Array.from({ length: 2 + random.below(2) }, () => structuredClone(item));
    outputFields.splice(at, 1, ...copies);
  },
  // Lists that hold the same value several times, once in each way of writing it.
  ({ supportedStrategies }, random) => {
    const ways = ["fast", "fast ", " fast", "Fast", "fats", "FAST", "realistic", "realistic\n", "relistic"];
    for (let count = 1 + random.below(3); count > 0; count -= 1) {
      supportedStrategies.splice(random.below(supportedStrategies.length + 1), 0, random.pick(ways));
    }
  },
  // Lists in a list: what is a copy in one is none in another.
  (draft, random) => {
    const item = () => ({ name: random.pick(["gold", "gold", "silver"]), weight: random.below(2) });
    draft.variants = Array.from({ length: 1 + random.below(3) }, () => Array.from({ length: random.below(4) }, item));
  },
  // A member under another name, with mistakes inside.
  (draft, random) => {
    const name = random.pick(["outputFields", "sampleRecords", "description", "generatorId"]);
    const value = draft[name];
    if (value === undefined) return;
    // Under both names, so that later mistakes find their place.
    draft[random.pick([`${name}s`, name.toLowerCase(), "something"])] = structuredClone(value);
    if (random.below(2) === 0 && typeof value === "string") delete draft[name];
  },
  ({ sampleRecords }, random) => {
    for (const record of sampleRecords) {
      for (const name of Object.keys(record)) {
        if (random.below(3) === 0) record[name] = random.pick<Json>([` ${record[name]} `, String(record[name]), "x"]);
      }
    }
  },
];
