import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { type Meter, spend } from "../meter.ts";
import type { IsOwnerDecision } from "../schema/find-places.ts";

/** Adds a finding whose path is in the submitted candidate. */
type Report = (finding: AnyFinding) => void;

// Findings cost steps, because each is added to a group, and each group is sorted and written.
const stepsPerFinding = 24;
const stepsPerGroup = 64;

/**
 * Creates the function that adds findings to a collector, and spends steps for each. A finding that only the owner can
 * resolve is marked as such.
 */
export function createReport(collector: Collector, meter: Meter, isOwnerDecision: IsOwnerDecision): Report {
  return (finding) => {
    const { path, correctedPath = path } = finding;
    const isForOwner = isOwnerDecision(correctedPath, meter);
    let characters = 0;
    for (const token of path) characters += token.length;
    spend(meter, stepsPerFinding + characters / 2);
    const reported = isForOwner ? { ...finding, needs: "owner-decision" as const } : finding;
    if (collector.add(reported)) spend(meter, stepsPerGroup);
  };
}
