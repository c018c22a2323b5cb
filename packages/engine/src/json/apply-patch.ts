import { type Json, type PatchedJson, type PatchOperation, patchJson } from "@assay/contract";
import { countMemberSteps, type Meter, spend } from "../meter.ts";

const stepsPerCopied = 9;

/** Applies a patch to a copy of a candidate. Copying the arrays and objects that change costs steps. */
export function applyPatch(candidate: Json, patch: readonly PatchOperation[], meter: Meter): PatchedJson {
  return patchJson(candidate, patch, {
    onCopy: (container) =>
      spend(
        meter,
        Array.isArray(container)
          ? container.length / 8
          : stepsPerCopied * countMemberSteps(Object.keys(container).length),
      ),
  });
}
