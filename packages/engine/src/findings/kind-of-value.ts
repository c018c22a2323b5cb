import type { Json } from "@assay/contract";
import { conversionSteps, conversions } from "../json/conversions.ts";
import { jsonType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";

/** The kind of values that can be converted to one that fits. */
export const convertible = "convertible";

/** The kind of strings that are a number in the unit that the name of their property has. */
export const inUnit = "in its unit";

/**
 * The kind of a value that does not fit, so that values which can be converted to one that does are not in one group with
 * values which cannot.
 */
export function kindOfValue(value: Json, fits: (converted: Json) => boolean, meter: Meter): string {
  spend(meter, conversionSteps(value));
  if (conversions(value).some(fits)) return convertible;
  return isBlank(value) ? "blank" : jsonType(value);
}

/** The kind of a string that does not fit: surrounding whitespace can be removed. */
export function kindOfString(value: Json): { readonly groupKey?: string } {
  return typeof value === "string" && value.trim() !== value ? { groupKey: "padded" } : {};
}

/** Whether a value is a string without content. */
export function isBlank(value: Json): boolean {
  return typeof value === "string" && value.trim() === "";
}
