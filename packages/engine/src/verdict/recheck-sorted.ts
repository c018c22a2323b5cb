import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { shownPointer } from "../json/pointer.ts";
import { fixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { withinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { budgetFinding, type CheckResults, type RunChecksInput, runChecks } from "../validate/run-checks.ts";

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
  if (collector.hasErrors()) return results;
  const sorted = withinBudget(
    () => spec.normalizer.sort(results.candidate, meter),
    () => undefined,
  );
  if (!sorted) collector.add(budgetFinding({ id: "normalize", at: "/normalize" }));
  if (sorted?.first === undefined) return results;
  const { candidate, first } = sorted;
  const after = runChecks({ ...checks, candidate, nonJson: undefined });
  const difference = differenceOf(collector, after.collector);
  if (!difference) return { ...results, candidate };
  collector.add(sortFinding(spec, first, difference));
  return results;
}

// A finding that appears only before or only after sorting, which moves values: so paths are not compared, only how often
// each rule found something.
function differenceOf(before: Collector, after: Collector): AnyFinding | undefined {
  const [earlier, later] = [countsOf(before), countsOf(after)];
  const only = (here: Collector, counts: typeof earlier, others: typeof earlier) =>
    here.groups().find(({ first }) => (counts.get(sourceOf(first)) ?? 0) > (others.get(sourceOf(first)) ?? 0))?.first;
  return only(after, later, earlier) ?? only(before, earlier, later);
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

function sortFinding(spec: SpecParts, at: string, finding: AnyFinding): AnyFinding {
  if (finding.code === "check.budget") return finding;
  const index = (spec.document.normalize ?? []).findIndex((normalization) => normalization.at === at);
  return {
    code: "check.failed",
    message: "normalization",
    severity: "error",
    path: fixedPrefix(parsePattern(at)),
    params: { at, code: finding.code, where: shownPointer(finding.path) },
    rule: { id: "normalize", at: `/normalize/${index}` },
  };
}
