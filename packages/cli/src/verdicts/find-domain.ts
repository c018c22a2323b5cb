import type { Domain } from "@assay/contract";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { printable } from "../text/printable.ts";
import type { DomainRef } from "./checked.ts";

/** One of the domains that a service serves. */
export function findDomain(domains: readonly Domain[], { targetProduct, domainId }: DomainRef): Domain {
  const found = domains.find((domain) => domain.targetProduct === targetProduct && domain.domainId === domainId);
  if (found) return found;
  const served = domains.map((domain) => `${domain.targetProduct}/${domain.domainId}`).join(", ") || "none";
  throw new Failure(printable(`The service does not serve ${targetProduct}/${domainId}. It serves: ${served}.`), {
    exitCode: exitCode.service,
    next: ["assay domains"],
  });
}
