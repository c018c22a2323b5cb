import { isJsonObject, type Json, type JsonObject } from "@assay/contract";
import { type ClosedObject, closedObjects, withMembers, withNames, without } from "../corpora/traps/closed-objects.ts";
import { misspell } from "../corpora/traps/misspell.ts";
import { realisticProperties } from "../corpora/traps/realistic-names.ts";
import { synonyms } from "../corpora/traps/synonyms.ts";
import type { Random } from "../seeded-random.ts";
import type { Domain } from "./domains.ts";

type Tangle = (members: JsonObject, random: Random) => JsonObject;

/** A candidate of any domain with one to five mistakes, several of them likely to be in the same object. */
export function tangledProposal({ spec, example }: Domain, random: Random): Json {
  const owner = { path: ["owner"] };
  const objects = closedObjects(spec.document.candidateSchema as Json, example);
  const places: readonly Pick<ClosedObject, "path">[] = [...objects, ...objects.slice(0, 1), owner];
  const place = random.pick(places);
  let candidate: Json = example;
  for (let left = 1 + random.below(5); left > 0; left -= 1) {
    const { path } = random.below(2) === 0 ? place : random.pick(places);
    // An earlier mistake may have taken the place away.
    if (!isJsonObject(valueAt(candidate, path))) continue;
    candidate = withMembers(candidate, path, (members) => random.pick(tangles)(members, random));
  }
  return random.below(12) === 0 ? { [random.pick(["proposal", "data", "candidate"])]: candidate } : candidate;
}

const tangles: readonly Tangle[] = [
  (members, random) => {
    const name = random.pick(Object.keys(members)) ?? "";
    return withNames(members, { [name]: misspell(name, random.below(4)) });
  },
  // The right name beside a wrong one, or two wrong ones.
  (members, random) => {
    const name = random.pick(Object.keys(members)) ?? "";
    const twice = { ...members, [misspell(name, random.below(4))]: members[name] ?? null };
    return random.below(2) === 0 ? twice : { ...without(twice, name), [misspell(name, 3)]: members[name] ?? null };
  },
  (members, random) => {
    const name = random.pick(Object.keys(members)) ?? "";
    return withNames(members, { [name]: random.pick(synonyms[name] ?? [name]) });
  },
  (members, random) => without(members, random.pick(Object.keys(members)) ?? ""),
  (members, random) => ({ ...members, ...Object.fromEntries([random.pick(realisticProperties)]) }),
  (members, random) => ({
    ...members,
    ...Object.fromEntries(
      Array.from({ length: random.pick([2, 3, 5, 20, 70]) }, () => random.pick(realisticProperties)),
    ),
  }),
  // A forgotten property and an unrelated one.
  (members, random) => {
    const name = random.pick(Object.keys(members)) ?? "";
    return { ...without(members, name), ...Object.fromEntries([random.pick(realisticProperties)]) };
  },
  (members, random) => changeOne(members, random, (value) => otherType(value, random)),
  (members, random) => changeOne(members, random, (value) => (typeof value === "string" ? `${value} ` : null)),
  // Items that are there twice, and items with members in another order.
  (members, random) =>
    changeOne(members, random, (value) => {
      if (!Array.isArray(value) || value.length === 0) return value;
      const item = random.pick(value as readonly Json[]);
      return [...value, isJsonObject(item) ? Object.fromEntries(Object.entries(item).reverse()) : item] as Json;
    }),
  // The same slip in every item.
  (members, random) =>
    changeOne(members, random, (value) => {
      if (!Array.isArray(value) || !isJsonObject(value[0])) return value;
      const name = random.pick(Object.keys(value[0])) ?? "";
      const slip = random.pick([misspell(name, random.below(4)), "remarks", ...(synonyms[name] ?? [])]);
      return value.map((item: Json) => (isJsonObject(item) ? withNames(item, { [name]: slip }) : item));
    }),
];

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, token) => (inner as JsonObject | null | undefined)?.[token], value);
}

function changeOne(members: JsonObject, random: Random, change: (value: Json) => Json): JsonObject {
  const name = random.pick(Object.keys(members));
  return name === undefined ? members : { ...members, [name]: change(members[name] ?? null) };
}

function otherType(value: Json, random: Random): Json {
  if (Array.isArray(value) && random.below(2) === 0) return value.join(", ");
  return random.pick<Json>([JSON.stringify(value), String(value), [value], { value }, null]);
}
