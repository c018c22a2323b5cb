import type { Json, JsonObject } from "@assay/contract";
import { isArray, isContainer, selectByType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import type { Details } from "./keywords.ts";
import { findPlace, type Part, type Place, type Requirement } from "./place.ts";

/** A keyword that a value violates. */
export interface Violation {
  readonly requirement: Requirement;
  readonly details: Details;
}

/** A value with at least one violation, and what applies to it. */
export interface VisitedValue {
  readonly path: readonly string[];
  readonly value: Json;
  /** The value, cut to its limits. */
  readonly kept: Json;
  /** The places of the value, and those that were chosen for it. */
  readonly chosen: readonly Place[];
  /** The places of the array or object that contains the value. */
  readonly container: readonly Place[];
  readonly violations: readonly Violation[];
}

/** Receives the values of a document that have violations. */
export interface Visitor {
  readonly meter: Meter;
  /** Cuts an array or object to its limits before it is visited. Default: it is visited whole. */
  cut?(value: Json, places: readonly Place[], path: readonly string[]): Json;
  report(visited: VisitedValue): void;
}

// A visit keeps the path and what it finds, so it takes longer than a test.
const stepsPerVisit = 6;
const nowhere: readonly Place[] = [];
const nothing: readonly Violation[] = [];
const withoutDetails: readonly Details[] = [{}];

/** Visits a document and everything inside it, parents before children. Returns what was kept of it. */
export function visit(root: Place, document: Json, visitor: Visitor): Json {
  const { meter } = visitor;
  const path: string[] = [];

  function visitValue(value: Json, places: readonly Place[], container: readonly Place[]): Json {
    const kept = isContainer(value) && visitor.cut ? visitor.cut(value, places, path) : value;
    for (const place of places) spend(meter, stepsPerVisit + place.steps);
    const chosen = choose(places, kept, meter);
    const violations = findViolations(kept, chosen, meter);
    if (violations.length > 0) {
      visitor.report({ path, value, kept, chosen, container, violations });
      if (!chosen.every((place) => place.acceptsType(kept))) return kept;
    }
    if (!isContainer(kept)) return kept;
    let changed: Map<string, Json> | undefined;
    for (const token of Object.keys(kept)) {
      const find = (place: Place) => (Array.isArray(kept) ? place.item(Number(token)) : place.member(token, meter));
      const innerPlaces = findInner(chosen, find);
      if (innerPlaces.length === 0) continue;
      const inner = (kept as JsonObject)[token] as Json;
      path.push(token);
      const keptInner = visitValue(inner, innerPlaces, chosen);
      path.pop();
      if (keptInner === inner) continue;
      changed ??= new Map(Object.entries(kept));
      changed.set(token, keptInner);
    }
    if (!changed) return kept;
    return isArray(kept) ? [...changed.values()] : Object.fromEntries(changed);
  }

  return visitValue(document, root.alone, nowhere);
}

/** Adds the place of each part that a choice selects for the value. A chosen part can have choices of its own. */
export function choose(places: readonly Place[], value: Json, meter: Meter): readonly Place[] {
  let chosen = places;
  for (let index = 0; index < chosen.length; index += 1) {
    for (const choice of (chosen[index] as Place).choices) {
      const part = choice.select(value, meter);
      if (!part || isReached(part, chosen)) continue;
      const place = findPlace(part);
      spend(meter, place.steps);
      chosen = [...chosen, place];
    }
  }
  return chosen;
}

function isReached(part: Part, places: readonly Place[]): boolean {
  for (const place of places) if (place.parts.includes(part)) return true;
  return false;
}

/** Finds the keywords that a value itself violates. */
export function findViolations(value: Json, places: readonly Place[], meter: Meter): readonly Violation[] {
  let violations: Violation[] | undefined;
  for (const place of places) {
    for (const requirement of selectByType(value, place.requirements)) {
      if (requirement.holds(value, meter)) continue;
      // A part that is reached twice reports once.
      if (violations?.some((violation) => violation.requirement === requirement)) continue;
      violations ??= [];
      for (const details of requirement.list?.(value, meter) ?? withoutDetails)
        violations.push({ requirement, details });
    }
  }
  return violations ?? nothing;
}

/** Finds the places of an item or member in those of its container. Nearly always, there is only one. */
export function findInner(places: readonly Place[], find: (place: Place) => Place | undefined): readonly Place[] {
  let found = nowhere;
  for (const place of places) {
    const inner = find(place);
    if (inner && !found.includes(inner)) found = found.length === 0 ? inner.alone : [...found, inner];
  }
  return found;
}
