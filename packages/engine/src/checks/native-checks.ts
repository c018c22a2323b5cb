import { allowedValues } from "./allowed-values.ts";
import type { Checks } from "./check.ts";
import { recordsMatchFields } from "./records-match-fields.ts";
import { sumEquals } from "./sum-equals.ts";
import { uniqueBy } from "./unique-by.ts";

/** The checks that are part of every engine: all except CEL. */
export const nativeChecks: Checks = {
  "allowed-values": allowedValues,
  "unique-by": uniqueBy,
  "sum-equals": sumEquals,
  "records-match-fields": recordsMatchFields,
};
