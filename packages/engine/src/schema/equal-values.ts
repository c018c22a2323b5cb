import type { Json } from "@assay/contract";
import { toCanonicalJson, toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isContainer } from "../json/json.ts";
import type { SpendSteps } from "../meter.ts";

/** The test for values that are equal to one of these. Arrays and objects are compared by their RFC 8785 form. */
export function createIsEqual(values: readonly Json[], spendSteps: SpendSteps): (value: Json) => boolean {
  const scalars = new Set(values.filter((value) => !isContainer(value)));
  const forms = new Set(values.filter(isContainer).map(toCanonicalJson));
  return (value) => {
    if (!isContainer(value)) return scalars.has(value);
    return forms.size > 0 && forms.has(toCanonicalJsonMetered(value, spendSteps));
  };
}

/** Whether an array has an item twice. Items are never compared with every other one. */
export function hasCopies(list: readonly Json[], spendSteps: SpendSteps): boolean {
  const scalars = list.filter((item) => !isContainer(item));
  if (new Set(scalars).size < scalars.length) return true;
  const containers = list.filter(isContainer);
  // The profile allows no arrays or objects here, so there are some only by mistake, and mostly one.
  if (containers.length < 2) return false;
  return new Set(containers.map((item) => toCanonicalJsonMetered(item, spendSteps))).size < containers.length;
}
