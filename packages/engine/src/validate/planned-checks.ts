import type { IdStatus } from "@assay/contract";
import type { CheckContext } from "../checks/check.ts";
import { checkGeneratorId } from "../checks/generator-id.ts";
import { checkOwnerIsCaller } from "../checks/owner-is-caller.ts";
import { checkOwnerKind } from "../checks/owner-kind.ts";
import type { Collector } from "../findings/collector.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import type { PreparedCandidate } from "./check-against-schema.ts";

/** A check of one candidate, ready to run; `at` points to its rule in the spec package. */
export interface PlannedCheck {
  readonly id: string;
  readonly at: string;
  /** Whether it was evaluated everywhere. */
  run(): boolean;
}

interface PlanInput {
  readonly spec: SpecParts;
  readonly registry: RegistryView;
  readonly caller: string | undefined;
  readonly prepared: PreparedCandidate;
  readonly collector: Collector;
  readonly context: CheckContext;
  readonly onIdStatus: (status: IdStatus) => void;
}

/** Every check that runs after the schema: those that no spec package can turn off, and its rules in order. */
export function plannedChecks(input: PlanInput): readonly PlannedCheck[] {
  const { spec, registry, caller, prepared, collector, context, onIdStatus } = input;
  const isUsable = (path: readonly string[]) => collector.unusable(prepared.renamed.toSubmitted(path)) === undefined;
  return [
    {
      id: "owner-kind",
      at: "/owner/kinds",
      run: () => isUsable(["owner", "kind"]) && checkOwnerKind(spec.document, context),
    },
    ...(spec.document.owner.mustBeCaller
      ? [
          {
            id: "owner-is-caller",
            at: "/owner/mustBeCaller",
            run: () => isUsable(["owner", "id"]) && checkOwnerIsCaller(spec.document, caller, context),
          },
        ]
      : []),
    {
      id: "generator-id",
      at: "/generatorId",
      run() {
        if (isUsable(["generatorId"])) onIdStatus(checkGeneratorId(spec.document, registry, context));
        return true;
      },
    },
    ...spec.rules.map(({ origin, reads, run }) => ({
      ...origin,
      run: () => !(collector.hasErrors() && reads.some((path) => context.unfit(path))) && run(context),
    })),
  ];
}
