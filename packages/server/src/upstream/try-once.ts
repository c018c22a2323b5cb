import { createHash } from "node:crypto";
import type { SpecAdmission } from "../admission/create-admission.ts";

/**
 * Tries the same bytes only once: a refused document stays refused, and an origin without entity tags costs nothing. A
 * trial that was cut short says little about the document if the machine was busy, so it is repeated, but less and less
 * often, because the document itself may be the cause.
 */
export function tryOnce(
  admit: (bytes: Uint8Array) => Promise<SpecAdmission>,
): (bytes: Uint8Array) => Promise<SpecAdmission> {
  let last: { readonly hash: string; readonly admitted: SpecAdmission; readonly seen: number } | undefined;
  return async (bytes) => {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const known = last?.hash === hash ? last : undefined;
    const seen = (known?.seen ?? 0) + 1;
    const cutShort = known?.admitted.kind === "refused" && known.admitted.cutShort === true;
    const admitted = known && !(cutShort && isDue(seen)) ? known.admitted : await admit(bytes);
    last = { hash, admitted, seen };
    return admitted;
  };
}

function isDue(seen: number): boolean {
  return seen <= 8 || Number.isInteger(Math.log2(seen));
}
