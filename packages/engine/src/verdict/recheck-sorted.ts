import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { toVisiblePointer } from "../json/pointer.ts";
import { findFixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { runWithinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { type CheckResults, createBudgetFinding, type RunChecksInput, runChecks } from "../validate/run-checks.ts";

/**
 * Sorts the arrays of a candidate that passed its checks, and checks it again, because only checked content is packaged. If the
 * findings differ, reports that sorting changes the results, and keeps the candidate unsorted.
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
  const sortedResults = runChecks({ ...checks, candidate, nonJson: undefined });
  const difference = findDifference(collector, sortedResults.collector);
  if (!difference) return { ...results, candidate };
  collector.add(createSortFinding(spec, first, difference));
  return results;
}

// Returns a finding that appears only before or only after sorting. Sorting moves values, so only the number of
// findings for each rule is compared, not their paths.
function findDifference(before: Collector, after: Collector): AnyFinding | undefined {
  const [countsBefore, countsAfter] = [countFindings(before), countFindings(after)];
  const findExtra = (collector: Collector, counts: typeof countsBefore, otherCounts: typeof countsBefore) => {
    const getExcess = (key: string) => (counts.get(key) ?? 0) - (otherCounts.get(key) ?? 0);
    return collector.listGroups().find(({ first }) => getExcess(toSourceKey(first)) > 0)?.first;
  };
  return findExtra(after, countsAfter, countsBefore) ?? findExtra(before, countsBefore, countsAfter);
}

function countFindings(collector: Collector): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { first, count } of collector.listGroups()) {
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
