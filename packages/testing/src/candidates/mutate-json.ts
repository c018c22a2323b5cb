import type { Json } from "@assay/contract";
import type { Random } from "../seeded-random.ts";

/** A place in a JSON document that can be changed: a member of an object, or an item of an array. */
export interface Place {
  readonly holder: Json[] | Record<string, Json>;
  readonly name: string;
}

/** Changes a document in place. `value` is an arbitrary value to insert. */
export type Mutator = (document: Json, random: Random, value: Json) => void;

/** Lists every place below the root of a document, in document order. */
export function listPlaces(document: Json): readonly Place[] {
  const places: Place[] = [];
  const visit = (value: Json) => {
    if (typeof value !== "object" || value === null) return;
    for (const name of Object.keys(value)) {
      places.push({ holder: value as Place["holder"], name });
      visit((value as Record<string, Json>)[name] as Json);
    }
  };
  visit(document);
  return places;
}

/** Reads the value at a place. */
export function readPlace({ holder, name }: Place): Json {
  return (holder as Record<string, Json>)[name] as Json;
}

/** Writes a value at a place, even under `__proto__`, where an assignment would not create a member. */
export function writePlace({ holder, name }: Place, value: Json): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Removes the value at a place. */
export function dropPlace({ holder, name }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else Reflect.deleteProperty(holder, name);
}

/** Picks a random place that `fits` accepts, if there is one. */
export function pickPlace(
  document: Json,
  random: Random,
  fits: (place: Place) => boolean = () => true,
): Place | undefined {
  const places = listPlaces(document).filter(fits);
  return places.length === 0 ? undefined : random.pick(places);
}

/** Copies a value, with the members of every object in random order. */
export function shuffleMembers(value: Json, random: Random): Json {
  if (Array.isArray(value)) return value.map((item: Json) => shuffleMembers(item, random));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, shuffleMembers(inner as Json, random)] as const);
  for (let last = members.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [members[last], members[other]] = [members[other], members[last]] as [never, never];
  }
  return Object.fromEntries(members);
}

/** Freezes a value and everything inside it. */
export function deepFreeze<Value extends Json>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner as Json);
    Object.freeze(value);
  }
  return value;
}

/** Mutators that apply to any document. */
export const anyPlaceMutators: readonly Mutator[] = [
  (document, random) => {
    const place = pickPlace(document, random);
    if (place) dropPlace(place);
  },
  (document, random, value) => {
    const place = pickPlace(document, random);
    if (place) writePlace(place, value);
  },
  (document, random) => {
    const [from, to] = [pickPlace(document, random), pickPlace(document, random)];
    if (from && to) writePlace(to, structuredClone(readPlace(from)));
  },
];
