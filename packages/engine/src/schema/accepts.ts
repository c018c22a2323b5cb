import type { Json, JsonObject } from "@assay/contract";
import { isContainer, selectByType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { findPlace, type Part, type Place, type Requirement } from "./place.ts";

/** Whether a part accepts a value. Stops at the first violation. */
export function accepts(part: Part, value: Json, meter: Meter): boolean {
  return acceptsAt(findPlace(part), value, meter);
}

/** Whether a place accepts a value. Stops at the first violation. */
export function acceptsAt(place: Place, value: Json, meter: Meter): boolean {
  spend(meter, place.steps);
  const requirements = selectByType(value, place.requirements);
  for (let index = 0; index < requirements.length; index += 1)
    if (!(requirements[index] as Requirement).holds(value, meter)) return false;
  if (place.choices.length > 0 && !acceptsChosen(place, value, meter)) return false;
  return !isContainer(value) || acceptsInner(place, value, meter);
}

function acceptsChosen(place: Place, value: Json, meter: Meter): boolean {
  for (const choice of place.choices) {
    const chosen = choice.select(value, meter);
    if (chosen && !accepts(chosen, value, meter)) return false;
  }
  return true;
}

function acceptsInner(place: Place, value: readonly Json[] | JsonObject, meter: Meter): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const inner = place.item(index);
      if (inner && !acceptsAt(inner, value[index] as Json, meter)) return false;
    }
    return true;
  }
  const object = value as JsonObject;
  for (const name of Object.keys(object)) {
    const inner = place.member(name, meter);
    if (inner && !acceptsAt(inner, object[name] as Json, meter)) return false;
  }
  return true;
}
