import { type IdStatus, type Json, limits } from "@assay/contract";
import { checkOwnerIsCaller, checkOwnerKind } from "../checks/check-owner.ts";
import { checkGeneratorId } from "../checks/generator-id.ts";
import { type Collector, createCollector } from "../findings/collector.ts";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import type { NonJson } from "../json/find-non-json.ts";
import { findFixedPrefix } from "../json/pointer-pattern.ts";
import { addShare, findDearest, type Meter, type Payer, runWithinBudget, spend } from "../meter.ts";
import { isGeneratorId } from "../registry/comparison-key.ts";
import { findId, type RegistryView } from "../registry/registry-view.ts";
import { createIsMapKey } from "../schema/find-places.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { createCheckContext } from "./check-context.ts";
import { createUnprepared, prepareCandidate } from "./prepare-candidate.ts";

/** A candidate, and everything that it is checked against. */
export interface RunChecksInput {
  readonly spec: SpecParts;
  readonly registry: RegistryView;
  /** The subject of the caller, if known. */
  readonly caller: string | undefined;
  readonly candidate: Json;
  readonly meter: Meter;
  /** Why the submitted value is not JSON; undefined if it is JSON. If this is set, `candidate` is null. */
  readonly nonJson?: NonJson | undefined;
}

/** The id of a check, and the pointer to its rule in the spec package. */
type CheckName = Pick<RuleOrigin, "id" | "at">;

/** The results of all checks on one candidate. */
export interface CheckResults {
  /** The candidate that the rules checked. If it is valid, this is what is packaged. */
  readonly candidate: Json;
  /** Whether the candidate was corrected before the rules checked it. Then it is not valid. */
  readonly isCorrected: boolean;
  readonly collector: Collector;
  /** The checks that were not evaluated, or only in part, in the order in which the spec package lists them. */
  readonly skipped: readonly CheckName[];
  readonly idStatus: IdStatus;
}

// Findings cost steps, because each is added to a group, and each group is sorted and written.
const stepsPerFinding = 48;
const stepsPerToken = 12;
const stepsPerGroup = 128;

/** Runs every check of a spec package on a candidate. All of them spend steps from one meter and add to one collector. */
export function runChecks(input: RunChecksInput): CheckResults {
  const { spec, registry, caller, candidate: submitted, meter, nonJson } = input;
  const collector = createCollector(submitted, createIsMapKey(spec.root, meter));
  let isStopped = nonJson !== undefined;
  if (nonJson) collector.add(createNonJsonFinding(nonJson));
  let prepared = createUnprepared(submitted);
  let idStatus: IdStatus = "not-looked-up";
  const skipped: CheckName[] = [];
  let reportingSteps = 0;
  // Steps for reporting do not count toward the cost of a check, because they depend on the candidate.
  const getStepsLeft = () => meter.left + reportingSteps;
  // Runs a check, which calls `skip` where it cannot be evaluated.
  const run = ({ id, at }: CheckName, check: (skip: () => void) => void) => {
    const before = getStepsLeft();
    let isSkipped = false;
    const skip = () => {
      isSkipped = true;
    };
    if (!isStopped) {
      const evaluate = () => {
        check(skip);
        return false;
      };
      isStopped = runWithinBudget(evaluate, () => true);
      if (at.startsWith("/rules/")) addShare(meter, { at, rule: id }, before - getStepsLeft());
      if (isStopped) collector.add(createBudgetFinding({ id, at }, findDearest(meter, limits.steps / 3)));
    }
    if (isStopped || isSkipped) skipped.push({ id, at });
  };

  const report = (finding: AnyFinding) => {
    const before = meter.left;
    const { path, correctedPath = path } = finding;
    const isForOwner = spec.isOwnerDecision(correctedPath, meter);
    let characters = 0;
    for (const token of path) characters += token.length;
    spend(meter, stepsPerFinding + stepsPerToken * path.length + characters / 2);
    const reported = isForOwner ? { ...finding, needs: "owner-decision" as const } : finding;
    if (collector.add(reported)) spend(meter, stepsPerGroup);
    reportingSteps += before - meter.left;
  };
  run({ id: "candidate-schema", at: "/candidateSchema" }, () => {
    prepared = prepareCandidate(spec, submitted, meter, report);
  });

  const lookUp = (id: string) =>
    isGeneratorId(id) ? findId(registry, id, spec.document.generatorId.compare) : ({ kind: "free" } as const);
  const context = createCheckContext({ prepared, collector, meter, report, lookUp });
  const hasValue = (...path: readonly string[]) => !collector.errors.isMissingOrMistyped(prepared.toSubmitted(path));
  const { owner, generatorId } = spec.document;
  const kindRule = { id: "owner-kind", at: "/owner/kinds", why: owner.why };
  run(kindRule, (skip) => (hasValue("owner", "kind") ? checkOwnerKind(owner.kinds, kindRule, context) : skip()));
  const callerRule = { id: "owner-is-caller", at: "/owner/mustBeCaller", why: owner.why };
  if (owner.mustBeCaller) {
    run(callerRule, (skip) => {
      if (caller === undefined || !hasValue("owner", "id")) skip();
      else checkOwnerIsCaller(caller, callerRule, context);
    });
  }
  const idRule = { id: "generator-id", at: "/generatorId", why: generatorId.why };
  run(idRule, () => {
    if (hasValue("generatorId")) idStatus = checkGeneratorId(spec.root, idRule, context);
  });
  for (const rule of spec.rules) {
    run(rule.origin, (skip) => {
      const isUsable = (path: readonly string[]) => {
        const isUnreadable = context.isUnreadable(path);
        if (isUnreadable) skip();
        return !isUnreadable;
      };
      const met = prepared.met.get(rule) ?? none;
      if (rule.reads.every((pattern) => isUsable(findFixedPrefix(pattern))))
        rule.run({ ...context, met, skip, isUsable });
    });
  }
  const { candidate, isCorrected } = prepared;
  return { candidate, isCorrected, collector, skipped, idStatus };
}

const none: ReadonlySet<Json> = new Set();

function createNonJsonFinding({ path, description }: NonJson): AnyFinding {
  return {
    code: "field.type",
    message: "notJson",
    severity: "error",
    path,
    params: { found: description },
    rule: { id: "candidate-schema", at: "/candidateSchema" },
  };
}

// Creates the finding for a candidate whose steps ran out. Where a rule, or a pattern that is slow for every text, took a large
// share of them, it is too costly for candidates that the schema allows, so its product team has to act, not the author.
function createBudgetFinding(lastCheck: CheckName, dearest: Payer | undefined): AnyFinding {
  const common = { code: "check.budget", severity: "error", path: [] } as const;
  const { at = "", rule, isSlow } = dearest ?? {};
  if (rule !== undefined) return { ...common, message: "rule", params: { rule }, rule: { id: rule, at } };
  if (isSlow) return { ...common, message: "slowPattern", params: { at }, rule: { id: "candidate-schema", at } };
  return { ...common, message: "default", params: {}, rule: lastCheck };
}
