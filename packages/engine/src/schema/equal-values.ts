import type { Json } from "@assay/contract";
import { toCanonicalJson, toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isContainer } from "../json/json.ts";
import type { SpendSteps } from "../meter.ts";

/** Creates a function that tests whether a value is in `values`. It compares arrays and objects as RFC 8785 text. */
export function createIsEqual(values: readonly Json[], spendSteps: SpendSteps): (value: Json) => boolean {
  const scalars = new Set(values.filter((value) => !isContainer(value)));
  const forms = new Set(values.filter(isContainer).map(toCanonicalJson));
  return (value) => {
    if (!isContainer(value)) return scalars.has(value);
    return forms.size > 0 && forms.has(toCanonicalJsonMetered(value, spendSteps));
  };
}

/** Whether an array contains two equal items. The cost is linear: items are not compared pairwise. */
export function hasDuplicates(list: readonly Json[], spendSteps: SpendSteps): boolean {
  const scalars = list.filter((item) => !isContainer(item));
  if (new Set(scalars).size < scalars.length) return true;
  const containers = list.filter(isContainer);
  // The profile allows `uniqueItems` only for scalars. An array or object is a mistake, and a list rarely has two.
  if (containers.length < 2) return false;
  return new Set(containers.map((item) => toCanonicalJsonMetered(item, spendSteps))).size < containers.length;
}
