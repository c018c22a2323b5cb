import { Problem } from "../../problem.ts";
import { maxRetrySeconds } from "../../shared/max-retry-seconds.ts";
import type { DomainPart, DomainState } from "./domain-state.ts";

// A domain is back with the next refresh; a single range of a registry may be back with the next call.
const rangeSeconds = 5;

/** Creates the problem of a call whose domain lacks its spec package or its registry. */
export function unavailable(
  { targetProduct, domainId, lacks }: Pick<DomainState, "targetProduct" | "domainId" | "lacks">,
  missing: DomainPart,
): Problem {
  const retryAfterSeconds = lacks === undefined ? rangeSeconds : maxRetrySeconds;
  const what =
    missing === "spec-package"
      ? `Cannot check anything: the rules for ${targetProduct}/${domainId} are temporarily unavailable.`
      : `Cannot check whether the id is free: the registry of ${targetProduct} is temporarily unavailable.`;
  const detail = `${what} Stop and try again in ${retryAfterSeconds} seconds; changing the candidate does not help.`;
  return new Problem(`${missing}-unavailable`, detail, { retryAfterSeconds, domain: { targetProduct, domainId } });
}
