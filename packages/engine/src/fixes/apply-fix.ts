import { type Json, type PatchOperation, patchJson } from "@assay/contract";
import { findNonJson } from "../json/find-non-json.ts";
import { memberSteps, type SpendSteps } from "../meter.ts";

/** A candidate with a patch applied, or the operation that could not be and why; the input is never changed. */
export type FixApplied =
  | { readonly kind: "ok"; readonly candidate: Json }
  | { readonly kind: "refused"; readonly operation: number; readonly reason: string };

/**
 * Applies a JSON Patch (RFC 6902; test, add, replace, remove, move) to a copy: all of it, or nothing.
 *
 * @example
 * const applied = applyFix(candidate, verdict.repair.patch);
 * if (applied.kind === "ok") engine.validate({ spec, registry, candidate: applied.candidate });
 */
export function applyFix(candidate: unknown, patch: readonly PatchOperation[]): FixApplied {
  if (findNonJson(candidate)) return { kind: "refused", operation: 0, reason: "the candidate is not JSON" };
  const operation = Array.isArray(patch) ? patch.findIndex(hasNonJson) : -1;
  if (operation >= 0) return { kind: "refused", operation, reason: "the value of the operation is not JSON" };
  return applyPatch(candidate as Json, patch, () => {});
}

const stepsPerCopied = 9;

/** The same; copying arrays and objects on the way costs steps. */
export function applyPatch(candidate: Json, patch: readonly PatchOperation[], spendSteps: SpendSteps): FixApplied {
  const patched = patchJson(candidate, patch, {
    onCopy: (container) =>
      spendSteps(
        Array.isArray(container) ? container.length / 8 : stepsPerCopied * memberSteps(Object.keys(container).length),
      ),
  });
  return patched.kind === "ok" ? { kind: "ok", candidate: patched.value } : patched;
}

function hasNonJson(operation: unknown): boolean {
  const value = typeof operation === "object" && operation !== null && "value" in operation ? operation.value : null;
  return findNonJson(value) !== undefined;
}
