import type { CheckContext, NotEvaluated } from "../checks/check.ts";
import { checkGeneratorId } from "../checks/generator-id.ts";
import { checkOwnerKind } from "../checks/owner-kind.ts";
import type { Collector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import type { PreparedCandidate } from "./check-against-schema.ts";

/** A check of one candidate, ready to run; `at` points to its rule in the spec package. */
export interface PlannedCheck {
  readonly id: string;
  readonly at: string;
  /** The error that leaves nothing to check. */
  blockedBy?(): AnyFinding | undefined;
  /** Says where it could not be evaluated after all. */
  run(): NotEvaluated | undefined;
}

interface PlanInput {
  readonly spec: SpecParts;
  readonly registry: RegistryView;
  readonly prepared: PreparedCandidate;
  readonly collector: Collector;
  readonly context: CheckContext;
}

/** Every check that runs after the schema: the two that no spec package can turn off, and its rules in order. */
export function plannedChecks({ spec, registry, prepared, collector, context }: PlanInput): readonly PlannedCheck[] {
  const { toSubmitted } = prepared.renamed;
  return [
    {
      id: "owner-kind",
      at: "/owner/kinds",
      blockedBy: () => collector.unusable(toSubmitted(["owner", "kind"])),
      run: () => void checkOwnerKind(spec.document, context),
    },
    {
      id: "generator-id",
      at: "/generatorId",
      blockedBy: () => collector.unusable(toSubmitted(["generatorId"])),
      run() {
        const reported = collector.errorAt(toSubmitted(["generatorId"]));
        const because = checkGeneratorId(spec.document, registry, context, reported);
        return because && { because, others: [] };
      },
    },
    ...spec.rules.map(({ origin, reads, run }) => ({
      ...origin,
      blockedBy: () =>
        collector.hasErrors()
          ? reads.map((path) => context.unfit(path)).find((finding) => finding !== undefined)
          : undefined,
      run: () => run(context),
    })),
  ];
}
