import type { Rule } from "@assay/contract";
import { allowedValuesDocs } from "./allowed-values.ts";
import type { CheckDocs, RuleFor } from "./check.ts";
import { recordsMatchFieldsDocs } from "./records-match-fields.ts";
import { sumEqualsDocs } from "./sum-equals.ts";
import { uniqueByDocs } from "./unique-by.ts";

/** The reference entries of the native checks. No check imports this file, so bundles do not contain them. */
export const nativeCheckDocs: { readonly [name in Exclude<Rule["check"], "cel">]: CheckDocs<RuleFor<name>> } = {
  "allowed-values": allowedValuesDocs,
  "unique-by": uniqueByDocs,
  "sum-equals": sumEqualsDocs,
  "records-match-fields": recordsMatchFieldsDocs,
};
