import type { Json } from "@assay/contract";
import { toCanonicalJson, toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isContainer } from "../json/json.ts";
import type { SpendSteps } from "../meter.ts";

/** Creates the test for values that equal one of `values`. Arrays and objects are compared in their RFC 8785 form. */
export function createIsEqual(values: readonly Json[], spendSteps: SpendSteps): (value: Json) => boolean {
  const scalars = new Set(values.filter((value) => !isContainer(value)));
  const forms = new Set(values.filter(isContainer).map(toCanonicalJson));
  return (value) => {
    if (!isContainer(value)) return scalars.has(value);
    return forms.size > 0 && forms.has(toCanonicalJsonMetered(value, spendSteps));
  };
}

/** Whether an array contains two equal items. The cost is linear, because items are not compared in pairs. */
export function hasDuplicates(list: readonly Json[], spendSteps: SpendSteps): boolean {
  const scalars = list.filter((item) => !isContainer(item));
  if (new Set(scalars).size < scalars.length) return true;
  const containers = list.filter(isContainer);
  // The profile allows `uniqueItems` only for scalars, so arrays and objects here are mistakes, and two are rare.
  if (containers.length < 2) return false;
  return new Set(containers.map((item) => toCanonicalJsonMetered(item, spendSteps))).size < containers.length;
}
