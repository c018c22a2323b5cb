import type { Json } from "@assay/contract";
import { toCanonicalJson, toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isContainer } from "../json/json.ts";
import type { Meter } from "../meter.ts";

/** Creates a function that tests whether a value is in `values`. It compares arrays and objects as RFC 8785 text. */
export function createIsEqual(values: readonly Json[]): (value: Json, meter: Meter) => boolean {
  const scalars = new Set(values.filter((value) => !isContainer(value)));
  const forms = new Set(values.filter(isContainer).map(toCanonicalJson));
  return (value, meter) => {
    if (!isContainer(value)) return scalars.has(value);
    return forms.size > 0 && forms.has(toCanonicalJsonMetered(value, meter));
  };
}

/** Whether an array contains two equal items. The cost is linear: items are not compared pairwise. */
export function hasDuplicates(list: readonly Json[], meter: Meter): boolean {
  const scalars = list.filter((item) => !isContainer(item));
  if (new Set(scalars).size < scalars.length) return true;
  const containers = list.filter(isContainer);
  // The profile allows `uniqueItems` only for scalars. An array or object is a mistake, and a list rarely has two.
  if (containers.length < 2) return false;
  return new Set(containers.map((item) => toCanonicalJsonMetered(item, meter))).size < containers.length;
}
