import type { Json } from "../json/json.ts";
import { patchJson } from "../json/patch-json.ts";
import { combineFixes } from "./combine-fixes.ts";
import type { VerdictMembers } from "./verdict.ts";

/**
 * Returns a candidate with all fixes from the answer about it; what has no fix stays as it is. Throws a `TypeError` if
 * the fixes do not fit, as in an answer about a different candidate.
 *
 * @example
 * const checked = await assay.validate({ targetProduct, domainId, candidate });
 * const fixed = applyFixes(candidate, checked);
 */
export function applyFixes(candidate: Json, { diagnostics }: Pick<VerdictMembers, "diagnostics">): Json {
  const patched = patchJson(candidate, combineFixes(diagnostics));
  if (patched.kind === "ok") return patched.value;
  throw new TypeError(
    `The fixes do not fit this candidate: ${patched.reason}. Pass the candidate that was checked, or check this one.`,
  );
}
