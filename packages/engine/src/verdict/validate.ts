import { type Json, limits, type Verdict } from "@assay/contract";
import { type FixResults, noFixes, offerFixes } from "../fixes/offer-fixes.ts";
import { createMeter, type Meter, withinBudget } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { type CheckResults, runChecks } from "../validate/run-checks.ts";
import { sortCandidate } from "./sort-candidate.ts";
import { verdictOf } from "./verdict.ts";

/** A candidate, and everything that it is validated against. */
export interface ValidateInput {
  readonly spec: CompiledSpec;
  /** The announced next spec package, when the caller asks for the verdict under it too. */
  readonly next?: CompiledSpec;
  readonly registry: RegistryView;
  readonly candidate: Json;
  /** False when the caller wants no fixes. Default: true. */
  readonly fixes?: boolean;
}

/** A verdict, and the candidate as it would be packaged. */
export interface ValidateResult {
  readonly verdict: Verdict;
  readonly candidate: Json;
}

/** Validates a candidate under the current spec package, and under the next one when there is one. */
export function validate(input: ValidateInput, meter: Meter = createMeter(limits.steps)): ValidateResult {
  const { spec, next, registry, candidate, fixes = true } = input;
  const checkUnder = (rules: CompiledSpec, on: Meter) =>
    sortCandidate(runChecks({ spec: rules, registry, candidate, meter: on }), { spec: rules, registry, meter: on });

  const results = checkUnder(spec, meter);
  const fixResults = fixes ? fixResultsFor(results, input, meter) : noFixes;
  if (!next) return { verdict: verdictOf(results, fixResults), candidate: results.candidate };
  const announced = spec.document.next;
  const { version } = next.document;
  const effectiveFrom = announced?.version === version ? { effectiveFrom: announced.effectiveFrom } : {};
  const upcoming = { results: checkUnder(next, createMeter(limits.steps)), version, ...effectiveFrom };
  return { verdict: verdictOf(results, fixResults, upcoming), candidate: results.candidate };
}

// Fixes spend what the checks left on the meter; if that is too little, none are offered.
function fixResultsFor(
  results: CheckResults,
  { spec, registry, candidate: submitted }: ValidateInput,
  meter: Meter,
): FixResults {
  // A value that is not JSON is not read again, and no fix can be proven if the schema was not checked.
  if (results.collector.groups().length === 0 || !results.ran.includes("candidate-schema")) return noFixes;
  const check = (candidate: Json) => runChecks({ spec, registry, candidate, meter, isJson: true });
  return withinBudget(
    () => offerFixes({ spec, submitted, results, meter, check }),
    () => noFixes,
  );
}
