import { type Json, limits } from "@assay/contract";
import {
  anywhere,
  drop,
  type Mutator,
  type Place,
  pickPlace,
  placesIn,
  read,
  write,
} from "../candidates/mutate-json.ts";
import type { Random } from "../seeded-random.ts";
import { bytesOf } from "./honest-bodies.ts";
import { hostileTexts } from "./hostile-values.ts";

/** A body of a search: where it comes from, and how much it costs. */
export interface Found {
  readonly name: string;
  readonly value: Json;
  readonly cost: number;
}

/**
 * Looks for costly bodies: changes one of the costliest known ones, at random, and keeps the result when it costs more.
 * The seed decides every change; what is kept depends on what `costOf` says.
 */
export function search(
  known: readonly Found[],
  options: { readonly random: Random; readonly tries: number; costOf(value: Json, name: string): number },
): readonly Found[] {
  const { random, tries, costOf } = options;
  const pool = [...known];
  for (let index = 0; index < tries; index += 1) {
    pool.sort((a, b) => b.cost - a.cost);
    const parent = random.below(3) > 0 ? random.pick(pool.slice(0, 12)) : random.pick(pool);
    const value = mutate(parent.value, random, random.pick(pool).value);
    if (!fits(value, limits.bodyBytes)) continue;
    const name = parent.name.startsWith("mutant of") ? parent.name : `mutant of "${parent.name}"`;
    pool.push({ name, value, cost: costOf(value, name) });
  }
  return pool.sort((a, b) => b.cost - a.cost);
}

/** A copy with a few random changes, some of them made with a part of the other body. */
export function mutate(parent: Json, random: Random, other: Json): Json {
  const value = JSON.parse(JSON.stringify(parent)) as Json;
  for (let change = 0; change <= random.below(3) && fits(value, limits.bodyBytes); change += 1) {
    const donor = pickPlace(other, random);
    random.pick(mutators)(value, random, donor ? (JSON.parse(JSON.stringify(read(donor))) as Json) : null);
  }
  return value;
}

/**
 * Whether a value takes at most so many bytes. What was put into a thousand places is shared: writing it down to measure
 * it could take more memory than there is.
 */
export function fits(value: Json, maxBytes: number): boolean {
  let left = maxBytes;
  const spend = (inner: Json): void => {
    if (typeof inner !== "object" || inner === null) left -= bytesOf(inner) + 1;
    else {
      left -= 3;
      for (const [name, member] of Object.entries(inner)) {
        if (left < 0) return;
        if (!Array.isArray(inner)) left -= bytesOf(name) + 1;
        spend(member as Json);
      }
    }
  };
  spend(value);
  return left >= 0;
}

const mutators: readonly Mutator[] = [
  ...anywhere,
  // Room for something else.
  (document, random) => shorten(document, random),
  (document, random) => shorten(document, random),
  (document, random, value) => {
    const place = listIn(document, random);
    if (place) write(place, [...(read(place) as readonly Json[]), ...repeated(value, 1 + random.below(200))]);
  },
  (document, random) => {
    const place = listIn(document, random);
    const list = place ? (read(place) as readonly Json[]) : [];
    if (place && list.length > 0) write(place, [...list, ...repeated(random.pick(list), 1 + random.below(200))]);
  },
  (document, random, value) => {
    const place = objectIn(document, random);
    if (!place) return;
    const name = random.pick(["a", "nme", "tpye", "x".repeat(60), "\u200b", "~/", "f1"]);
    const count = 1 + random.below(random.pick([4, 64, 1_000]));
    for (let i = 0; i < count; i += 1) write({ holder: read(place) as Place["holder"], name: `${name}${i}` }, value);
  },
  (document, random) => {
    const place = pickPlace(document, random, (at) => typeof read(at) === "string");
    if (place) write(place, `${read(place)}${random.pick(hostileTexts)}`.slice(0, 5_000));
  },
  (document, random) => {
    const place = pickPlace(document, random, ({ holder }) => !Array.isArray(holder));
    if (!place) return;
    const value = read(place);
    drop(place);
    write({ ...place, name: `${place.name}${random.pick(["", "s", "_", "x"])}`.slice(random.below(2)) }, value);
  },
  (document, random) => {
    const place = pickPlace(document, random);
    if (place)
      write(place, random.pick<Json>([[read(place)], { a: read(place) }, JSON.stringify(read(place)), null, 7]));
  },
];

function repeated(value: Json, count: number): readonly Json[] {
  return Array.from({ length: count }, () => value);
}

function listIn(document: Json, random: Random): Place | undefined {
  return pickPlace(document, random, (at) => Array.isArray(read(at)));
}

function objectIn(document: Json, random: Random): Place | undefined {
  return pickPlace(document, random, (at) => {
    const value = read(at);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  });
}

function shorten(document: Json, random: Random): void {
  const lists = placesIn(document).filter((at) => Array.isArray(read(at)) && (read(at) as readonly Json[]).length > 8);
  if (lists.length === 0) return;
  const place = random.pick(lists);
  const list = read(place) as readonly Json[];
  write(place, list.slice(0, Math.ceil(list.length / random.pick([2, 4]))));
}
