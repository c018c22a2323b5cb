import type { SharedContext } from "../checks/check.ts";
import type { Collector } from "../findings/collector.ts";
import { type AnyFinding, toSubmittedFinding } from "../findings/finding.ts";
import { expandItems } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import type { PreparedCandidate } from "./prepare-candidate.ts";

interface ContextInput extends Pick<SharedContext, "lookUp"> {
  readonly prepared: PreparedCandidate;
  readonly collector: Collector;
  readonly meter: Meter;
  readonly report: (finding: AnyFinding) => void;
}

const stepsPerPath = 4;

/** Creates the context that checks share. It has no getters: V8 keeps objects that define them alive for too long. */
export function createCheckContext({ prepared, collector, meter, report, lookUp }: ContextInput): SharedContext {
  const { candidate, toSubmitted, wasCut } = prepared;
  const isUnreadable = (path: readonly string[]) => {
    if (!collector.errors.hasErrors()) return false;
    spend(meter, stepsPerPath);
    return collector.errors.isUnreadable(toSubmitted(path));
  };
  const createPatternTest = (testPath: (path: readonly string[]) => boolean) => (pattern: readonly string[]) => {
    if (!collector.errors.hasErrors()) return false;
    for (const path of expandItems(candidate, pattern)) {
      spend(meter, stepsPerPath);
      if (testPath(path)) return true;
    }
    return false;
  };
  return {
    candidate,
    meter,
    lookUp,
    shared: new Map(),
    report: (finding) => report(toSubmittedFinding(finding, toSubmitted)),
    isUnreadable,
    wasCut,
    hasError: (path) => collector.errors.hasError(toSubmitted(path)),
    hasErrors: collector.errors.hasErrors,
    isBlocked: createPatternTest((path) => isUnreadable(path) || wasCut(path)),
    isBlockedInside: createPatternTest((path) => collector.errors.hasUnreadableInside(toSubmitted(path))),
    hasErrorAround: createPatternTest((path) => collector.errors.hasErrorAround(toSubmitted(path))),
  };
}
