import { allowedValues } from "./allowed-values.ts";
import type { Checks } from "./check.ts";
import { toCheck } from "./native-check.ts";
import { recordsMatchFields } from "./records-match-fields.ts";
import { sumEquals } from "./sum-equals.ts";
import { uniqueBy } from "./unique-by.ts";

/** Every check that needs nothing but this engine. */
export const nativeChecks: Checks = {
  "allowed-values": toCheck(allowedValues),
  "unique-by": toCheck(uniqueBy),
  "sum-equals": toCheck(sumEquals),
  "records-match-fields": toCheck(recordsMatchFields),
};
