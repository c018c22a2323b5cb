import { type IdStatus, type Json, limits } from "@assay/contract";
import { type Collector, createCollector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import type { NonJson } from "../json/find-non-json.ts";
import { type Meter, withinBudget } from "../meter.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import { createIsMapKey } from "../schema/map-keys.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { checkAgainstSchema, notPrepared } from "./check-against-schema.ts";
import { createCheckContext, createReport } from "./check-context.ts";
import { type PlannedCheck, plannedChecks } from "./planned-checks.ts";

/** What checks run on, and with. */
export interface RunChecksInput {
  readonly spec: SpecParts;
  readonly registry: RegistryView;
  /** The subject of whoever calls. */
  readonly caller: string | undefined;
  readonly candidate: Json;
  readonly meter: Meter;
  /** Why there is no candidate to check: the submitted value is not JSON. Then `candidate` is null. Default: it is. */
  readonly nonJson?: NonJson | undefined;
}

/** The results of all checks on one candidate. */
export interface CheckResults {
  /** With its strings normalized. */
  readonly candidate: Json;
  readonly collector: Collector;
  /** From a path in the submitted candidate to the same one with the right names, without a wrapper. */
  toCorrected(path: readonly string[]): readonly string[];
  /** The checks that were not evaluated, or not everywhere, in their order. */
  readonly skipped: readonly Pick<PlannedCheck, "id" | "at">[];
  readonly idStatus: IdStatus;
  /** Whether the schema was checked to its end. */
  readonly isComplete: boolean;
}

/** Runs every check of a spec package on a candidate, with one meter, into one collector. */
export function runChecks(input: RunChecksInput): CheckResults {
  const { spec, registry, caller, candidate: submitted, meter, nonJson } = input;
  const collector = createCollector(submitted, createIsMapKey(spec.document.candidateSchema, meter));
  let isStopped = nonJson !== undefined;
  if (nonJson) collector.add(nonJsonFinding(nonJson));
  let prepared = notPrepared(submitted);
  let idStatus: IdStatus = "not-looked-up";
  const skipped: PlannedCheck[] = [];
  let costly: PlannedCheck | undefined;
  let stepsOfFindings = 0;
  const run = (check: PlannedCheck) => {
    // To report mistakes is work that the candidate makes, not the check.
    const before = meter.left + stepsOfFindings;
    let isEverywhere = false;
    if (!isStopped) {
      const evaluate = () => {
        isEverywhere = check.run();
        return true;
      };
      isStopped = !withinBudget(evaluate, () => false);
      if (before - meter.left - stepsOfFindings > limits.steps / 2) costly = check;
      if (isStopped) collector.add(budgetFinding(check, costly));
    }
    if (!isEverywhere) skipped.push(check);
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
      return true;
    },
  });
  const isComplete = !isStopped;
  const context = createCheckContext({ prepared, collector, meter, report });
  const onIdStatus = (status: IdStatus) => {
    idStatus = status;
  };
  for (const check of plannedChecks({ spec, registry, caller, prepared, collector, context, onIdStatus })) run(check);
  const { candidate, renamed } = prepared;
  return { candidate, collector, toCorrected: renamed.toCorrected, skipped, idStatus, isComplete };
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
  return { ...common, message: "rule", params: { rule: costly.id }, rule: nameOf(costly), needs: "product-team" };
}

type CheckName = Pick<PlannedCheck, "id" | "at">;

function nameOf({ id, at }: CheckName) {
  return { id, at };
}
