import type { Json, JsonObject } from "@assay/contract";
import { isArray, isObject, readMember } from "../json/json.ts";
import { createMeter } from "../meter.ts";
import { listPossible } from "../schema/find-places.ts";
import type { Place } from "../schema/place.ts";

/** The places that can apply to a value; empty if no schema is known. */
export type Places = readonly Place[];

/** What a schema says about a property. */
export interface PropertyDescription {
  /** Its title, and its description, which often names a unit. */
  readonly about?: string | undefined;
  /** Whether its value can be any text, so that nothing but its author decided what it says. */
  readonly isFreeText?: boolean;
}

/** Describes a declared property with the places of its value. */
export function describeProperty(places: Places, value: Json): PropertyDescription {
  const schemas = places.flatMap(({ parts }) => parts.map(({ schema }) => schema)).filter(isObject);
  const texts = ["title", "description"].map((keyword) =>
    schemas.map((schema) => readMember(schema, keyword)).find((text) => typeof text === "string"),
  );
  const isChosen = places.some(({ requirements }) => requirements.string.some(({ keyword }) => choosing.has(keyword)));
  return {
    about: texts.filter((text) => text !== undefined).join(": ") || undefined,
    isFreeText: typeof value === "string" && !isChosen,
  };
}

const choosing: ReadonlySet<string> = new Set(["enum", "const", "pattern", "format"]);

/** Lists the members of an object in the order of its schema, then those that are not declared, by name. */
export function listMembers(object: JsonObject, places: Places): readonly (readonly [name: string, value: Json])[] {
  const names = new Set(places.flatMap((place) => place.names));
  const declared = [...names].filter((name) => Object.hasOwn(object, name));
  const others = Object.keys(object).filter((name) => !names.has(name));
  return [...declared, ...others.sort()].map((name) => [name, object[name] as Json]);
}

/** Finds the places of a member of an object, or of an item of an array. */
export function findInner(places: Places, container: readonly Json[] | JsonObject, name: string): Places {
  if (places.length === 0) return places;
  const find = (place: Place) => (isArray(container) ? place.item(Number(name)) : place.member(name, unlimited));
  const inner = places.flatMap((place) => find(place) ?? []);
  const [first] = inner;
  if (first === undefined || inner.length > 1) return listPossible(inner, unlimited);
  const possible = possibleByPlace.get(first) ?? listPossible(inner, unlimited);
  possibleByPlace.set(first, possible);
  return possible;
}

const unlimited = createMeter(Number.POSITIVE_INFINITY);
// The places that can apply beside a place depend on the schema only, and most values have one certain place.
const possibleByPlace = new WeakMap<Place, Places>();
