import { type Json, limits, type Verdict } from "@assay/contract";
import { findNonJson } from "../json/find-non-json.ts";
import { createMeter, type Meter, runWithinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { runChecks } from "../validate/run-checks.ts";
import { type Fixes, listFixes } from "./list-fixes.ts";
import { openInput, type ValidateInput } from "./validate-input.ts";
import { type Announcement, writeVerdict } from "./verdict.ts";

/** A verdict, and the candidate as it would be packaged. */
export interface ValidateResult {
  readonly verdict: Verdict;
  readonly candidate: Json;
  readonly isCorrected: boolean;
}

/** Validates a candidate under the current spec package and, if one is announced, under the next. */
export function validate(input: ValidateInput, meter: Meter = createMeter(limits.steps)): ValidateResult {
  const { spec, next, registry, caller, candidate: submitted, isJson } = openInput(input);
  const nonJson = isJson === true ? undefined : findNonJson(submitted);
  // A value that is not JSON is not read again, because a getter or proxy in it can throw.
  const candidate = nonJson ? null : (submitted as Json);
  const checkUnder = (rules: SpecParts) => runChecks({ spec: rules, registry, caller, candidate, meter, nonJson });
  const results = checkUnder(spec);
  const announced = next && { ...readAnnouncement(spec, next), results: checkUnder(next) };
  // If too few steps are left, no fixes are offered.
  const fixes = runWithinBudget<Fixes>(
    () => listFixes(results.collector.listGroups(), meter),
    () => new Map(),
  );
  const { candidate: packaged, isCorrected } = results;
  return { verdict: writeVerdict(results, fixes, announced), candidate: packaged, isCorrected };
}

function readAnnouncement({ document: spec }: SpecParts, { document: next }: SpecParts): Omit<Announcement, "results"> {
  const effectiveFrom = spec.next?.version === next.version ? { effectiveFrom: spec.next.effectiveFrom } : {};
  return { version: next.version, ...effectiveFrom };
}
