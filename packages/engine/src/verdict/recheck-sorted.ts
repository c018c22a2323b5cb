import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { toVisiblePointer } from "../json/pointer.ts";
import { findFixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { runWithinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { type CheckResults, createBudgetFinding, type RunChecksInput, runChecks } from "../validate/run-checks.ts";

/**
 * Sorts a candidate that passed its checks, and checks the result again: nothing is packaged that was not checked. If
 * the two results differ, the sorting is reported and undone.
 */
export function recheckSorted(
  results: CheckResults,
  checks: Omit<RunChecksInput, "candidate" | "nonJson">,
): CheckResults {
  const { spec, meter } = checks;
  const { collector } = results;
  if (collector.errors.hasErrors()) return results;
  const sorted = runWithinBudget(
    () => spec.normalizer.sort(results.candidate, meter),
    () => undefined,
  );
  if (!sorted) collector.add(createBudgetFinding({ id: "normalize", at: "/normalize" }));
  if (sorted?.first === undefined) return results;
  const { candidate, first } = sorted;
  const after = runChecks({ ...checks, candidate, nonJson: undefined });
  const difference = findDifference(collector, after.collector);
  if (!difference) return { ...results, candidate };
  collector.add(createSortFinding(spec, first, difference));
  return results;
}

// A finding that appears only before or only after sorting, which moves values: so paths are not compared, only how often
// each rule found something.
function findDifference(before: Collector, after: Collector): AnyFinding | undefined {
  const [earlier, later] = [countFindings(before), countFindings(after)];
  const findOnly = (here: Collector, counts: typeof earlier, others: typeof earlier) =>
    here.listGroups().find(({ first }) => (counts.get(toSourceKey(first)) ?? 0) > (others.get(toSourceKey(first)) ?? 0))
      ?.first;
  return findOnly(after, later, earlier) ?? findOnly(before, earlier, later);
}

function countFindings(collector: Collector): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { first, count } of collector.iterateGroups()) {
    counts.set(toSourceKey(first), (counts.get(toSourceKey(first)) ?? 0) + count);
  }
  return counts;
}

function toSourceKey({ code, severity, rule }: AnyFinding): string {
  return `${code} ${severity} ${rule.at}`;
}

function createSortFinding(spec: SpecParts, at: string, finding: AnyFinding): AnyFinding {
  if (finding.code === "check.budget") return finding;
  const index = (spec.document.normalize ?? []).findIndex((normalization) => normalization.at === at);
  return {
    code: "check.failed",
    message: "normalization",
    severity: "error",
    path: findFixedPrefix(parsePattern(at)),
    params: { at, code: finding.code, where: toVisiblePointer(finding.path) },
    rule: { id: "normalize", at: `/normalize/${index}` },
  };
}
