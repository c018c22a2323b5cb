import { type Json, limits, type Verdict } from "@assay/contract";
import { assumeFixes } from "../fixes/assume-fixes.ts";
import { type FixResults, noFixes, offerFixes, patchesInRepair } from "../fixes/offer-fixes.ts";
import { findNonJson } from "../json/find-non-json.ts";
import { createMeter, type Meter, withinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { type CheckResults, type RunChecksInput, runChecks } from "../validate/run-checks.ts";
import { recheckSorted } from "./recheck-sorted.ts";
import { openInput, type ValidateInput } from "./validate-input.ts";
import { type Announced, verdictOf } from "./verdict.ts";

/** A verdict, and the candidate as it would be packaged. */
export interface ValidateResult {
  readonly verdict: Verdict;
  readonly candidate: Json;
}

/** Validates a candidate under the current spec package, and under the next one when there is one. */
export function validate(input: ValidateInput, meter: Meter = createMeter(limits.steps)): ValidateResult {
  const { spec, next, registry, candidate: submitted, isJson, fixes, upcoming } = openInput(input);
  const nonJson = isJson ? undefined : findNonJson(submitted);
  // A value that is not JSON is not read again: a getter or a proxy may throw.
  const candidate = nonJson ? null : (submitted as Json);
  const checkUnder = (rules: SpecParts) => {
    const checks = { spec: rules, registry, candidate, meter, nonJson };
    return recheckSorted(runChecks(checks), checks);
  };

  const results = checkUnder(spec);
  // Before the fixes: what the summary says of the next package must not depend on whether they were asked for.
  const announced = next && { ...announcementOf(spec, next), results: checkUnder(next), isShown: upcoming };
  const isOpen = results.skipped.length > 0;
  // What rules find must not depend on whether fixes were asked for either.
  const found = fixes || isOpen ? fixResultsFor(results, { spec, registry, candidate, meter }) : noFixes;
  const assume = () => assumeFixes(results, found.fixes.values(), { spec, meter });
  if (isOpen) withinBudget(assume, () => undefined);
  const verdict = writeVerdict(results, fixes ? found : noFixes, fixes === "repair", announced);
  return { verdict, candidate: results.candidate };
}

function announcementOf({ document: spec }: SpecParts, { document: next }: SpecParts) {
  const effectiveFrom = spec.next?.version === next.version ? { effectiveFrom: spec.next.effectiveFrom } : {};
  return { current: spec.version, version: next.version, ...effectiveFrom };
}

// A title without a patch says that the repair contains it. If the answer has no room for the repair, fixes keep patches.
function writeVerdict(
  results: CheckResults,
  fixResults: FixResults,
  inRepair: boolean,
  announced: Announced | undefined,
): Verdict {
  const verdict = inRepair ? verdictOf(results, patchesInRepair(fixResults), announced) : undefined;
  const isComplete = verdict?.repair !== undefined || fixResults.repair === undefined;
  return verdict && isComplete ? verdict : verdictOf(results, fixResults, announced);
}

// Fixes spend what the checks left on the meter; if that is too little, none are offered.
function fixResultsFor(
  results: CheckResults,
  { spec, registry, candidate: submitted, meter }: RunChecksInput,
): FixResults {
  // No fix can be proven if the schema was not checked.
  if (results.collector.groups().length === 0 || !results.ran.includes("candidate-schema")) return noFixes;
  const check = (candidate: Json) => runChecks({ spec, registry, candidate, meter });
  return withinBudget(
    () => offerFixes({ spec, submitted, results, meter, check }),
    () => noFixes,
  );
}
