import type { CheckContext } from "../checks/check.ts";
import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { expandItems } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import type { IsOwnerDecision } from "../schema/owner-decisions.ts";
import type { PreparedCandidate } from "./check-against-schema.ts";
import { atSubmittedPath } from "./renamed-candidate.ts";

/** Takes a finding at a path of the submitted candidate. */
type Report = (finding: AnyFinding) => void;

interface ContextInput {
  readonly prepared: PreparedCandidate;
  readonly collector: Collector;
  readonly meter: Meter;
  readonly report: Report;
}

const stepsPerPath = 4;

/** What a running check gets. Plain data, because V8 keeps an object with getters of its own alive for too long. */
export function createCheckContext({ prepared, collector, meter, report }: ContextInput): CheckContext {
  const { withinLimits, renamed, wasCut } = prepared;
  const unfit = (path: readonly string[]) => {
    if (!collector.hasErrors()) return undefined;
    spend(meter, stepsPerPath);
    return collector.unfit(renamed.toSubmitted(path));
  };
  return {
    candidate: withinLimits,
    meter,
    shared: new Map(),
    report: (finding) => report(atSubmittedPath(finding, renamed)),
    unfit,
    wasCut,
    isWrong: (path) => collector.isWrong(renamed.toSubmitted(path)),
    hasErrors: collector.hasErrors,
    blockedBy(pattern) {
      if (!collector.hasErrors()) return undefined;
      for (const path of expandItems(withinLimits, pattern)) {
        spend(meter, stepsPerPath);
        const finding = unfit(path) ?? (wasCut(path) ? collector.errorAt(renamed.toSubmitted(path)) : undefined);
        if (finding) return finding;
      }
      return undefined;
    },
    blockedInside(pattern) {
      if (!collector.hasErrors()) return undefined;
      for (const path of expandItems(withinLimits, pattern)) {
        spend(meter, stepsPerPath);
        const finding = collector.unfitInside(renamed.toSubmitted(path));
        if (finding) return finding;
      }
      return undefined;
    },
    errorAround(pattern) {
      if (!collector.hasErrors()) return undefined;
      for (const path of expandItems(withinLimits, pattern)) {
        spend(meter, stepsPerPath);
        const finding = collector.errorAround(renamed.toSubmitted(path));
        if (finding) return finding;
      }
      return undefined;
    },
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
    const finding = isOwnerDecision(correctedPath, meter) ? ownersOf({ ...found, needs: "owner-decision" }) : found;
    const isOwners = correctedPath[0] === "owner" || found.rule.needs === "owner-decision";
    const reported = isOwners ? ownersOf(finding) : finding;
    let characters = 0;
    for (const token of reported.path) characters += token.length;
    spend(meter, stepsPerFinding + characters / 2);
    if (collector.add(reported)) spend(meter, stepsPerGroup);
  };
}

function ownersOf({ fix: _, ...finding }: AnyFinding): AnyFinding {
  return finding as AnyFinding;
}
