import { isIndex } from "@assay/contract";
import { toPathKey } from "../json/pointer.ts";
import { createMeter, type Meter, spend } from "../meter.ts";
import { findPlace, isMarked, type Part, type Place } from "./place.ts";
import type { ReadSchema } from "./read-schema.ts";

const stepsPerPlace = 12;

/** Finds the places that can apply to the values that a pointer pattern matches. Without any, no candidate has such a value. */
export function findPlaces(root: Part, pattern: readonly string[], meter: Meter = createFreeMeter()): readonly Place[] {
  let places = listPossible([findPlace(root)], meter);
  for (const token of pattern) places = listPossible(listInside(places, token, meter), meter);
  return places;
}

/** Like `findPlaces`, but finds only places that apply to every such value, whatever else the candidate contains. */
export function findCertainPlaces(
  root: Part,
  pattern: readonly string[],
  meter: Meter = createFreeMeter(),
): readonly Place[] {
  let places: readonly Place[] = [findPlace(root)];
  for (const token of pattern) places = listInside(places, token, meter);
  return places;
}

/** Lists the properties that a schema declares for the objects that a pointer pattern matches. */
export function listPropertyNames(root: Part, pattern: readonly string[]): readonly string[] {
  return findPlaces(root, pattern).flatMap((place) => place.names);
}

/** Whether a name in the object at a path is a map key, which the author chose. */
export type IsMapKey = (parentPath: readonly string[], name: string) => boolean;

/** Creates a function that recognizes map keys. It finds the places for each path only once. */
export function createIsMapKey(root: Part, meter: Meter): IsMapKey {
  const placesByPath = new Map<string, readonly Place[]>();
  return (parentPath, name) => {
    const key = toPathKey(parentPath);
    const places = placesByPath.get(key) ?? findPlaces(root, parentPath, meter);
    placesByPath.set(key, places);
    return places.some((place) => place.isMap) && !places.some((place) => place.declares(name));
  };
}

/** Whether only the owner can decide the value at a path, or a value that contains it. */
export type IsOwnerDecision = (path: readonly string[], meter: Meter) => boolean;

/** Creates a function that tests whether a path leads to, or into, a property that the schema marks with `needs`. */
export function createIsOwnerDecision({ root, parts }: ReadSchema): IsOwnerDecision {
  if (!parts.some(isMarked)) return () => false;
  return (path, meter) => {
    let places = listPossible([findPlace(root)], meter);
    for (const token of path) {
      const isProperty = places.some((place) => place.declares(token));
      const items = isIndex(token) ? places.flatMap((place) => place.item(Number(token)) ?? []) : [];
      places = listPossible([...listInside(places, token, meter), ...items], meter);
      if (isProperty && places.some((place) => place.parts.some(isMarked))) return true;
    }
    return false;
  };
}

/** Finds the parts whose `needs` has no effect, because it marks no property. */
export function findUnusedMarks({ root, parts }: ReadSchema): readonly Part[] {
  const meter = createFreeMeter();
  const used = new Set<Part>();
  const visited = new Set<Place>();
  const visit = (place: Place) => {
    if (visited.has(place)) return;
    visited.add(place);
    for (const token of ["*", ...place.names]) {
      for (const inner of listPossible(place.inside(token, meter), meter)) {
        if (token !== "*") for (const part of inner.parts) used.add(part);
        visit(inner);
      }
    }
  };
  for (const place of listPossible([findPlace(root)], meter)) visit(place);
  return parts.filter((part) => isMarked(part) && !used.has(part));
}

function listInside(places: readonly Place[], token: string, meter: Meter): readonly Place[] {
  return places.flatMap((place) => place.inside(token, meter));
}

/** Lists places, and all further places that can apply to the same values. */
export function listPossible(places: readonly Place[], meter: Meter = createFreeMeter()): readonly Place[] {
  const all = new Set(places);
  // Places that are added here are visited, too.
  for (const place of all) for (const further of place.further) all.add(further);
  spend(meter, all.size * stepsPerPlace);
  return [...all];
}

function createFreeMeter(): Meter {
  return createMeter(Number.POSITIVE_INFINITY);
}
