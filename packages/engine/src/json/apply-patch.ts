import { type Json, type PatchedJson, type PatchOperation, patchJson } from "@assay/contract";
import { countMemberSteps, type SpendSteps } from "../meter.ts";

const stepsPerCopied = 9;

/** A copy of a candidate with a patch applied; copying arrays and objects on the way costs steps. */
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
