import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { shownPointer } from "../json/pointer.ts";
import { fixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { withinBudget } from "../meter.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import type { AppliedNormalization } from "../spec/normalizer.ts";
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
  const first = sorted?.normalizations[0];
  if (!sorted || !first) return results;
  const { candidate } = sorted;
  const difference = differenceOf(collector, runChecks({ ...checks, candidate, nonJson: undefined }).collector);
  if (difference) {
    collector.add(sortFinding(spec, first, difference));
    return results;
  }
  return { ...results, candidate };
}

/** A finding that appears only before or only after sorting. */
interface Difference {
  readonly finding: AnyFinding;
  readonly when: "before" | "after";
}

// Sorting moves values, so paths are not compared, only how often each rule found something.
function differenceOf(before: Collector, after: Collector): Difference | undefined {
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

function sortFinding(spec: SpecParts, normalization: AppliedNormalization, { finding, when }: Difference): AnyFinding {
  if (finding.code === "check.budget") return finding;
  const { path: pattern, ops } = normalization;
  const index = (spec.document.normalize ?? []).findIndex(({ at }) => at === pattern);
  const params = { ops: [...ops], at: pattern, code: finding.code, where: shownPointer(finding.path) };
  const common = {
    code: "check.failed",
    severity: "error",
    path: fixedPrefix(parsePattern(pattern)),
    rule: { id: "normalize", at: `/normalize/${index}` },
  } as const;
  return finding.severity === "error"
    ? { ...common, message: "normalization", params }
    : { ...common, message: "normalizedOtherwise", params: { ...params, rule: finding.rule.id, when } };
}
