import type { DomainName } from "@assay/contract";
import type { Domain } from "../../documents/domain-source.ts";
import { maxRetrySeconds } from "../../documents/refresh-loop.ts";
import { Problem } from "../../problem.ts";

/** Creates the problem for a call whose domain has no usable spec package or registry. */
export function refuseUnavailable(
  { targetProduct, domainId }: DomainName,
  missing: NonNullable<Domain["missingDocument"]>,
): Problem {
  const retryAfterSeconds = maxRetrySeconds;
  const impact =
    missing === "spec-package"
      ? `Cannot check anything: the rules for ${targetProduct}/${domainId} are temporarily unavailable.`
      : `Cannot check whether the id is free: the registry of ${targetProduct} is temporarily unavailable.`;
  const detail = `${impact} Stop and try again in ${retryAfterSeconds} seconds; changing the candidate does not help.`;
  return new Problem(`${missing}-unavailable`, detail, { retryAfterSeconds, domain: { targetProduct, domainId } });
}
