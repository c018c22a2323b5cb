import { type Json, limits } from "@assay/contract";
import type { NotEvaluated } from "../checks/check.ts";
import { type Collector, createCollector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import type { NonJson } from "../json/find-non-json.ts";
import { type Meter, withinBudget } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import { createIsMapKey } from "../schema/map-keys.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import type { AppliedNormalization } from "../spec/normalizer.ts";
import { checkAgainstSchema, notPrepared, type PreparedCandidate } from "./check-against-schema.ts";
import { createCheckContext, createReport } from "./check-context.ts";
import { type PlannedCheck, plannedChecks } from "./planned-checks.ts";

/** What checks run on, and with. */
export interface RunChecksInput {
  readonly spec: SpecParts;
  readonly registry: RegistryView;
  readonly candidate: Json;
  readonly meter: Meter;
  /** Why there is no candidate to check: the submitted value is not JSON. Then `candidate` is null. Default: it is. */
  readonly nonJson?: NonJson | undefined;
}

/** The results of all checks on one candidate. */
export interface CheckResults {
  /** With its strings normalized. */
  readonly candidate: Json;
  readonly normalizations: readonly AppliedNormalization[];
  readonly collector: Collector;
  /** From a path in the submitted candidate to the same one with the right names, without a wrapper. */
  toCorrected(path: readonly string[]): readonly string[];
  readonly ran: readonly string[];
  readonly skipped: readonly SkippedCheck[];
  readonly prepared: PreparedCandidate;
}

/** A check that was not evaluated, or not everywhere. */
interface SkippedCheck extends NotEvaluated {
  readonly check: string;
}

/** Runs every check of a spec package on a candidate, with one meter, into one collector. */
export function runChecks({ spec, registry, candidate: submitted, meter, nonJson }: RunChecksInput): CheckResults {
  let stoppedBy = nonJson && nonJsonFinding(nonJson);
  const collector = createCollector(submitted, createIsMapKey(spec.document.candidateSchema, meter));
  if (stoppedBy) collector.add(stoppedBy);
  let prepared = notPrepared(submitted);
  const ran: string[] = [];
  const skipped: SkippedCheck[] = [];
  let costly: PlannedCheck | undefined;
  let stepsOfFindings = 0;
  const run = (check: PlannedCheck) => {
    const because = stoppedBy ?? check.blockedBy?.();
    let left: NotEvaluated | undefined = because && { because, others: [] };
    if (!because) {
      // To report mistakes is work that the candidate makes, not the check.
      const before = meter.left + stepsOfFindings;
      const evaluate = () => {
        left = check.run();
        return true;
      };
      const isDone = withinBudget(evaluate, () => false);
      if (before - meter.left - stepsOfFindings > limits.steps / 2) costly = check;
      if (!isDone) left = stop(check);
    }
    if (left) skipped.push({ check: check.id, ...atSubmittedPlace(left, prepared.renamed) });
    if (!left || left.places) ran.push(check.id);
  };
  const stop = (check: PlannedCheck) => {
    stoppedBy = budgetFinding(check, costly);
    collector.add(stoppedBy);
    return { because: stoppedBy, others: [] };
  };

  const add = createReport(collector, meter, spec.isOwnerDecision);
  const report = (finding: AnyFinding) => {
    const before = meter.left;
    add(finding);
    stepsOfFindings += before - meter.left;
  };
  run({
    id: "candidate-schema",
    at: "/candidateSchema",
    run() {
      prepared = checkAgainstSchema(spec, submitted, meter, report);
      return undefined;
    },
  });
  const context = createCheckContext({ prepared, collector, meter, report });
  for (const check of plannedChecks({ spec, registry, prepared, collector, context })) run(check);
  const { candidate, normalizations, renamed } = prepared;
  return { candidate, normalizations, collector, toCorrected: renamed.toCorrected, ran, skipped, prepared };
}

function atSubmittedPlace(left: NotEvaluated, { toSubmitted }: PreparedCandidate["renamed"]): NotEvaluated {
  return left.places ? { ...left, places: { ...left.places, first: toSubmitted(left.places.first) } } : left;
}

function nonJsonFinding({ path, found }: NonJson): AnyFinding {
  return {
    code: "field.type",
    message: "notJson",
    severity: "error",
    path,
    params: { found },
    rule: { id: "candidate-schema", at: "/candidateSchema" },
  };
}

/**
 * Says that the work allowed for a candidate ended in a check. A rule that took more than half of it cannot check what the
 * schema allows, so its product team has to act, not the author.
 */
export function budgetFinding(endedIn: CheckName, costly?: CheckName): AnyFinding {
  const common = { code: "check.budget", severity: "error", path: [] } as const;
  if (!costly?.at.startsWith("/rules/")) return { ...common, message: "default", params: {}, rule: nameOf(endedIn) };
  return { ...common, message: "rule", params: { rule: costly.id }, rule: nameOf(costly) };
}

type CheckName = Pick<PlannedCheck, "id" | "at">;

function nameOf({ id, at }: CheckName) {
  return { id, at };
}
