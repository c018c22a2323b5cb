import type { Rule } from "@assay/contract";
import { allowedValues } from "./allowed-values.ts";
import type { Check, RuleOf } from "./check.ts";
import { recordsMatchFields } from "./records-match-fields.ts";
import { uniqueBy } from "./unique-by.ts";

/** Every check that needs nothing but this engine. */
export const nativeChecks: { readonly [Name in Exclude<Rule["check"], "cel">]: Check<RuleOf<Name>> } = {
  "allowed-values": allowedValues,
  "unique-by": uniqueBy,
  "records-match-fields": recordsMatchFields,
};
