import type { SharedContext } from "../checks/check.ts";
import type { Collector } from "../findings/collector.ts";
import { type AnyFinding, isFixable } from "../findings/finding.ts";
import { expandItems } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import type { IsOwnerDecision } from "../schema/owner-decisions.ts";
import type { PreparedCandidate } from "./check-against-schema.ts";
import { toSubmittedFinding } from "./renamed-candidate.ts";

/** Takes a finding at a path of the submitted candidate. */
type Report = (finding: AnyFinding) => void;

interface ContextInput {
  readonly prepared: PreparedCandidate;
  readonly collector: Collector;
  readonly meter: Meter;
  readonly report: Report;
}

const stepsPerPath = 4;

/** What running checks share. Plain data, because V8 keeps an object with getters of its own alive for too long. */
export function createCheckContext({ prepared, collector, meter, report }: ContextInput): SharedContext {
  const { withinLimits, renamed, wasCut } = prepared;
  const isUnfit = (path: readonly string[]) => {
    if (!collector.errors.hasErrors()) return false;
    spend(meter, stepsPerPath);
    return collector.errors.isUnreadable(renamed.toSubmitted(path));
  };
  const createMatchTest = (test: (path: readonly string[]) => boolean) => (pattern: readonly string[]) => {
    if (!collector.errors.hasErrors()) return false;
    for (const path of expandItems(withinLimits, pattern)) {
      spend(meter, stepsPerPath);
      if (test(path)) return true;
    }
    return false;
  };
  return {
    candidate: withinLimits,
    meter,
    shared: new Map(),
    report: (finding) => report(toSubmittedFinding(finding, renamed)),
    isUnfit,
    wasCut,
    isWrong: (path) => collector.errors.hasUnfixedError(renamed.toSubmitted(path)),
    hasErrors: collector.errors.hasErrors,
    isBlocked: createMatchTest((path) => isUnfit(path) || wasCut(path)),
    isBlockedInside: createMatchTest((path) => collector.errors.hasUnreadableInside(renamed.toSubmitted(path))),
    hasErrorAround: createMatchTest((path) => collector.errors.hasErrorAround(renamed.toSubmitted(path))),
  };
}

// A finding costs steps too: it is added to a group, and every group is sorted and compared with what fixes leave behind.
const stepsPerFinding = 24;
const stepsPerGroup = 64;

/**
 * Makes the function that adds findings to a collector, at a cost. Those that only the owner can resolve are marked, and have
 * no fix.
 */
export function createReport(collector: Collector, meter: Meter, isOwnerDecision: IsOwnerDecision): Report {
  return (found) => {
    const { path: submitted, correctedPath = submitted } = found;
    const finding = isOwnerDecision(correctedPath, meter)
      ? { ...found, needs: "owner-decision" as const, fix: undefined }
      : found;
    const hasFix = isFixable(submitted) && isFixable(correctedPath) && found.rule.needs !== "owner-decision";
    const reported = hasFix ? finding : { ...finding, fix: undefined };
    let characters = 0;
    for (const token of reported.path) characters += token.length;
    spend(meter, stepsPerFinding + characters / 2);
    if (collector.add(reported)) spend(meter, stepsPerGroup);
  };
}
