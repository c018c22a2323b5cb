import type { Json } from "@assay/contract";
import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { fixedPart, placeOf } from "../json/pointer-pattern.ts";
import { pathOf } from "../json/shown-pointer.ts";
import { type Meter, overBudget } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import type { Applied, Normalized } from "../spec/normalizer.ts";
import { budgetFinding, type Judgement, judge, judgeJson } from "../validate/run-checks.ts";

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
  const disputed = disputedBy(collector, again);
  if (disputed) {
    collector.add(disagreement(spec, ordered.applied, disputed));
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

/** A finding that one of two judgements has, and the other has not. */
interface Disputed {
  readonly finding: AnyFinding;
  readonly when: "before" | "after";
}

// Sorting moves what is found, so places are not compared, only how often each rule found something.
function disputedBy(before: Collector, after: Collector): Disputed | undefined {
  const [earlier, later] = [countsOf(before), countsOf(after)];
  const only = (here: Collector, counts: typeof earlier, others: typeof earlier) =>
    here.groups().find(({ first }) => (counts.get(sourceOf(first)) ?? 0) > (others.get(sourceOf(first)) ?? 0))?.first;
  const added = only(after, later, earlier);
  if (added) return { finding: added, when: "after" };
  const lost = only(before, earlier, later);
  return lost && { finding: lost, when: "before" };
}

function countsOf(collector: Collector): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { first, count } of collector.unordered()) {
    counts.set(sourceOf(first), (counts.get(sourceOf(first)) ?? 0) + count);
  }
  return counts;
}

function sourceOf({ code, severity, rule }: AnyFinding): string {
  return `${code} ${severity} ${rule.at}`;
}

function disagreement(spec: CompiledSpec, applied: readonly Applied[], { finding, when }: Disputed): AnyFinding {
  if (finding.code === "check.budget") return finding;
  const [{ path, ops }] = applied as readonly [Applied];
  const index = (spec.document.normalize ?? []).findIndex(({ at }) => at === path);
  const params = { ops: [...ops], at: path, code: finding.code, where: pathOf(finding.tokens) };
  const common = {
    code: "check.failed",
    severity: "error",
    tokens: fixedPart(placeOf(path)),
    rule: { id: "normalize", at: `/normalize/${index}` },
  } as const;
  return finding.severity === "error"
    ? { ...common, message: "normalization", params }
    : { ...common, message: "normalizedOtherwise", params: { ...params, rule: finding.rule.id, when } };
}
