import { type Json, limits, type Verdict } from "@assay/contract";
import { type Fixes, noFixes, offerFixes } from "../fixes/offer-fixes.ts";
import { findNonJson } from "../json/find-non-json.ts";
import { createMeter, type Meter, runWithinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { type CheckResults, type RunChecksInput, runChecks } from "../validate/run-checks.ts";
import { recheckSorted } from "./recheck-sorted.ts";
import { openInput, type ValidateInput } from "./validate-input.ts";
import { type Announcement, writeVerdict } from "./verdict.ts";

/** A verdict, and the candidate as it would be packaged. */
export interface ValidateResult {
  readonly verdict: Verdict;
  readonly candidate: Json;
}

/** Validates a candidate under the current spec package and, if one is announced, under the next. */
export function validate(input: ValidateInput, meter: Meter = createMeter(limits.steps)): ValidateResult {
  const { spec, next, registry, caller, candidate: submitted, isJson } = openInput(input);
  const nonJson = isJson === true ? undefined : findNonJson(submitted);
  // A value that is not JSON is not read again, because a getter or proxy in it can throw.
  const candidate = nonJson ? null : (submitted as Json);
  const checkUnder = (rules: SpecParts) => {
    const checks = { spec: rules, registry, caller, candidate, meter, nonJson };
    return recheckSorted(runChecks(checks), checks);
  };
  const results = checkUnder(spec);
  const announced = next && { ...readAnnouncement(spec, next), results: checkUnder(next) };
  const fixes = findFixes(results, { spec, registry, caller, candidate, meter });
  return { verdict: writeVerdict(results, fixes, announced), candidate: results.candidate };
}

function readAnnouncement({ document: spec }: SpecParts, { document: next }: SpecParts): Omit<Announcement, "results"> {
  const effectiveFrom = spec.next?.version === next.version ? { effectiveFrom: spec.next.effectiveFrom } : {};
  return { version: next.version, ...effectiveFrom };
}

// Finds fixes with the steps that the checks did not use. If too few are left, no fixes are offered.
function findFixes(results: CheckResults, { candidate: submitted, ...checks }: RunChecksInput): Fixes {
  if (!results.isComplete) return noFixes;
  const check = (candidate: Json) => runChecks({ ...checks, candidate });
  return runWithinBudget(
    () => offerFixes({ submitted, results, meter: checks.meter, check }),
    () => noFixes,
  );
}
