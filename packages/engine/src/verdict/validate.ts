import { type Json, limits, type Verdict } from "@assay/contract";
import { noOffer, type Offer, offerFixes } from "../fixes/offer-fixes.ts";
import { createMeter, type Meter, overBudget } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { type Judgement, judgeJson } from "../validate/run-checks.ts";
import { settle } from "./sort-candidate.ts";
import { verdictOf } from "./verdict.ts";

/** A candidate, and everything that it is judged by. */
export interface Assessment {
  readonly spec: CompiledSpec;
  /** The announced next spec package, when the caller asks for the verdict under it too. */
  readonly next?: CompiledSpec;
  readonly registry: RegistryView;
  readonly candidate: Json;
  /** False when the caller wants no fixes. */
  readonly fixes?: boolean;
}

/** A verdict, and the candidate as it would be packaged. */
export interface Assessed {
  readonly verdict: Verdict;
  readonly final: Json;
}

/** Judges a candidate under the current spec package, and under the next one when there is one. */
export function assess(assessment: Assessment, meter: Meter = createMeter(limits.steps)): Assessed {
  const { spec, next, registry, candidate, fixes = true } = assessment;
  const now = settle(spec, registry, candidate, meter);
  const offer = fixes ? offerOn(now.judgement, assessment, meter) : noOffer;
  if (!next) return { verdict: verdictOf(now, offer), final: now.final };
  const announced = spec.document.next;
  const { version } = next.document;
  const effectiveFrom = announced?.version === version ? { effectiveFrom: announced.effectiveFrom } : {};
  const upcoming = { ...settle(next, registry, candidate, createMeter(limits.steps)), version, ...effectiveFrom };
  return { verdict: verdictOf(now, offer, upcoming), final: now.final };
}

// Fixes spend what the verdict left on the meter; without enough of it there are none.
function offerOn(judgement: Judgement, { spec, registry, candidate }: Assessment, meter: Meter): Offer {
  // What is not JSON is not looked at again, and without its schema checked nothing is proven.
  if (judgement.collector.groups().length === 0 || !judgement.ran.includes("candidate-schema")) return noOffer;
  try {
    const again = (changed: Json) => judgeJson(spec, registry, changed, meter);
    return offerFixes({ spec, submitted: candidate, judgement, meter, judge: again });
  } catch (reason) {
    if (reason !== overBudget) throw reason;
    return noOffer;
  }
}
