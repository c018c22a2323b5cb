import type { SharedContext } from "../checks/check.ts";
import type { Collector } from "../findings/collector.ts";
import { type AnyFinding, isFixable } from "../findings/finding.ts";
import { expandItems } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import type { IsOwnerDecision } from "../schema/find-places.ts";
import type { PreparedCandidate } from "./check-against-schema.ts";
import { toSubmittedFinding } from "./renamed-candidate.ts";

/** Adds a finding whose path is in the submitted candidate, and returns the finding that was added. */
type Report = (finding: AnyFinding) => AnyFinding;

interface ContextInput {
  readonly prepared: PreparedCandidate;
  readonly collector: Collector;
  readonly meter: Meter;
  readonly report: (finding: AnyFinding) => void;
}

const stepsPerPath = 4;

/** Creates the context that checks share. It has no getters: V8 keeps objects that define them alive for too long. */
export function createCheckContext({ prepared, collector, meter, report }: ContextInput): SharedContext {
  const { withinLimits, renamed, wasCut } = prepared;
  const isUnreadable = (path: readonly string[]) => {
    if (!collector.errors.hasErrors()) return false;
    spend(meter, stepsPerPath);
    return collector.errors.isUnreadable(renamed.toSubmitted(path));
  };
  const createPatternTest = (testPath: (path: readonly string[]) => boolean) => (pattern: readonly string[]) => {
    if (!collector.errors.hasErrors()) return false;
    for (const path of expandItems(withinLimits, pattern)) {
      spend(meter, stepsPerPath);
      if (testPath(path)) return true;
    }
    return false;
  };
  return {
    candidate: withinLimits,
    meter,
    shared: new Map(),
    report: (finding) => report(toSubmittedFinding(finding, renamed)),
    isUnreadable,
    wasCut,
    hasUnfixedError: (path) => collector.errors.hasUnfixedError(renamed.toSubmitted(path)),
    hasErrors: collector.errors.hasErrors,
    isBlocked: createPatternTest((path) => isUnreadable(path) || wasCut(path)),
    isBlockedInside: createPatternTest((path) => collector.errors.hasUnreadableInside(renamed.toSubmitted(path))),
    hasErrorAround: createPatternTest((path) => collector.errors.hasErrorAround(renamed.toSubmitted(path))),
  };
}

// Findings cost steps, because each is added to a group, and each group is sorted and compared with the results after fixes.
const stepsPerFinding = 24;
const stepsPerGroup = 64;

/**
 * Creates the function that adds findings to a collector, and spends steps for each. A finding that only the owner can
 * resolve is marked as such, and loses its fix.
 */
export function createReport(collector: Collector, meter: Meter, isOwnerDecision: IsOwnerDecision): Report {
  return (finding) => {
    const { path, correctedPath = path } = finding;
    const marked = isOwnerDecision(correctedPath, meter)
      ? { ...finding, needs: "owner-decision" as const, fix: undefined }
      : finding;
    const canHaveFix = isFixable(path) && isFixable(correctedPath) && finding.rule.needs !== "owner-decision";
    const reported = canHaveFix ? marked : { ...marked, fix: undefined };
    let characters = 0;
    for (const token of path) characters += token.length;
    spend(meter, stepsPerFinding + characters / 2);
    if (collector.add(reported)) spend(meter, stepsPerGroup);
    return reported;
  };
}
