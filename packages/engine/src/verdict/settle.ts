import type { Json } from "@assay/contract";
import { fixedPart, placeOf } from "../checks/place.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { pathOf } from "../json/path-of.ts";
import { type Meter, overBudget } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../validate/compiled-spec.ts";
import { budgetFinding, type Judgement, judge, judgeJson } from "../validate/judge.ts";
import type { Applied, Normalized } from "../validate/normalize.ts";

/** A judgement, with the candidate as it would be packaged. */
export interface Settled {
  readonly judgement: Judgement;
  readonly applied: readonly Applied[];
  readonly final: Json;
}

/** Judges a candidate; what is put into order after that is judged once more: nothing is packaged that was not checked. */
export function settle(spec: CompiledSpec, registry: RegistryView, candidate: Json, meter: Meter): Settled {
  const judgement = judge(spec, registry, candidate, meter);
  const { applied, collector } = judgement;
  const asJudged = { judgement, applied, final: judgement.candidate };
  if (collector.hasErrors()) return asJudged;
  const ordered = putInOrder(spec, judgement.candidate, meter);
  if (!ordered) collector.add(budgetFinding({ id: "normalize", at: "/normalize" }));
  if (!ordered || ordered.applied.length === 0) return asJudged;
  const again = judgeJson(spec, registry, ordered.candidate, meter).collector;
  if (again.hasErrors()) {
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
