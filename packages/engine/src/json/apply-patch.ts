import { type Json, type PatchedJson, type PatchOperation, patchJson } from "@assay/contract";
import { countMemberSteps, type SpendSteps } from "../meter.ts";

const stepsPerCopied = 9;

/** Applies a patch to a copy of a candidate. Copying the arrays and objects that change costs steps. */
export function applyPatch(candidate: Json, patch: readonly PatchOperation[], spendSteps: SpendSteps): PatchedJson {
  return patchJson(candidate, patch, {
    onCopy: (container) =>
      spendSteps(
        Array.isArray(container)
          ? container.length / 8
          : stepsPerCopied * countMemberSteps(Object.keys(container).length),
      ),
  });
}
