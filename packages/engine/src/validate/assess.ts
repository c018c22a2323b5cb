import { type Json, limits, type Verdict } from "@assay/contract";
import { fixedPart, placeOf } from "../checks/place.ts";
import type { CompiledSpec } from "../compile/compiled-spec.ts";
import { noOffer, type Offer, offerFixes } from "../fixes/offer-fixes.ts";
import { countValues } from "../json/json.ts";
import { pathOf } from "../json/path-of.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { AnyFinding } from "./finding.ts";
import { budgetFinding, type Judgement, judge } from "./judge.ts";
import { createMeter, type Meter, overBudget, spend } from "./meter.ts";
import type { Applied, Normalized } from "./normalize.ts";
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

const valuesPerStep = 2;

// Fixes spend what the verdict left on the meter; without enough of it there are none.
function offerOn(judgement: Judgement, { spec, registry, candidate }: Assessment, meter: Meter): Offer {
  // What is not JSON is not looked at again, and without its schema checked nothing is proven.
  if (judgement.collector.groups().length === 0 || !judgement.ran.includes("candidate-schema")) return noOffer;
  try {
    // Whether a candidate is JSON at all is looked up in all of it, each time.
    const values = countValues(candidate);
    const again = (changed: Json) => {
      spend(meter, values / valuesPerStep);
      return judge(spec, registry, changed, meter);
    };
    return offerFixes({ spec, submitted: candidate, judgement, meter, judge: again });
  } catch (reason) {
    if (reason !== overBudget) throw reason;
    return noOffer;
  }
}

/** A judgement, with the candidate as it would be packaged. */
export interface Settled {
  readonly judgement: Judgement;
  readonly applied: readonly Applied[];
  readonly final: Json;
}

// What is put into order after it was judged is judged once more: nothing is packaged that was not checked.
function settle(spec: CompiledSpec, registry: RegistryView, candidate: Json, meter: Meter): Settled {
  const judgement = judge(spec, registry, candidate, meter);
  const { applied, collector } = judgement;
  const asJudged = { judgement, applied, final: judgement.candidate };
  if (collector.hasErrors) return asJudged;
  const ordered = putInOrder(spec, judgement.candidate, meter);
  if (!ordered) collector.add(budgetFinding({ id: "normalize", at: "/normalize" }));
  if (!ordered || ordered.applied.length === 0) return asJudged;
  const again = judge(spec, registry, ordered.candidate, meter).collector;
  if (again.hasErrors) {
    for (const { first } of again.groups().slice(0, 1)) collector.add(disagreement(spec, ordered.applied, first));
    return asJudged;
  }
  return { judgement, applied: [...applied, ...ordered.applied], final: ordered.candidate };
}

function putInOrder(spec: CompiledSpec, candidate: Json, meter: Meter): Normalized | undefined {
  try {
    return spec.normalize.order(candidate, meter);
  } catch (reason) {
    if (reason !== overBudget) throw reason;
    return undefined;
  }
}

function disagreement(spec: CompiledSpec, applied: readonly Applied[], error: AnyFinding): AnyFinding {
  if (error.code === "check.budget") return error;
  const [{ path, ops }] = applied as readonly [Applied];
  const index = (spec.document.normalize ?? []).findIndex(({ at }) => at === path);
  return {
    code: "check.failed",
    message: "normalization",
    severity: "error",
    tokens: fixedPart(placeOf(path)),
    params: { ops: [...ops], at: path, code: error.code, where: pathOf(error.tokens) },
    rule: { id: "normalize", at: `/normalize/${index}` },
  };
}
