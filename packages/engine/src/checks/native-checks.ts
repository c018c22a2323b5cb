import type { Rule } from "@assay/contract";
import { allowedValues } from "./allowed-values.ts";
import type { Checks, RuleOf } from "./check.ts";
import { type NativeCheck, toCheck } from "./native-check.ts";
import { recordsMatchFields } from "./records-match-fields.ts";
import { uniqueBy } from "./unique-by.ts";

const definitions: { readonly [Name in Exclude<Rule["check"], "cel">]: NativeCheck<RuleOf<Name>> } = {
  "allowed-values": allowedValues,
  "unique-by": uniqueBy,
  "records-match-fields": recordsMatchFields,
};

/** Every check that needs nothing but this engine. */
export const nativeChecks = Object.fromEntries(
  Object.entries(definitions).map(([name, check]) => [name, toCheck(check as NativeCheck<Rule>)]),
) as Checks;
