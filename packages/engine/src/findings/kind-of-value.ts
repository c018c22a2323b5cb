import type { Json } from "@assay/contract";
import { conversionSteps, conversions, saysNothing } from "../json/conversions.ts";
import { jsonType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";

/** The kind of values that can be converted to one that fits. */
export const convertible = "convertible";

/** The kind of strings that say nothing. */
export const nothing = "nothing";

/** The kind of strings that are a number in the unit that the name of their property has. */
export const inUnit = "in its unit";

/**
 * The kind of a value that does not fit, so that values which can be converted to one that does are not in one group with
 * values which cannot.
 */
export function kindOfValue(value: Json, fits: (converted: Json) => boolean, meter: Meter): string {
  spend(meter, conversionSteps(value));
  if (conversions(value).some(fits)) return convertible;
  return saysNothing(value) ? nothing : jsonType(value);
}

/** The kind of a string that does not fit: surrounding whitespace can be removed, and what it does not say is asked for. */
export function kindOfString(value: Json): { readonly groupKey?: string } {
  if (typeof value === "string" && value.trim() !== value) return { groupKey: "padded" };
  return saysNothing(value) ? { groupKey: nothing } : {};
}
