import type { Client } from "@assay/client";
import type { Domain } from "@assay/contract";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { printable } from "../text/printable.ts";
import type { DomainRef } from "./checked.ts";

/** Asks the service for one of its domains. */
export async function findDomain(
  client: Client,
  { targetProduct, domainId }: DomainRef,
  signal: AbortSignal,
): Promise<Domain> {
  const { domains } = await client.listDomains({ signal });
  const found = domains.find((domain) => domain.targetProduct === targetProduct && domain.domainId === domainId);
  if (found) return found;
  const served = domains.map((domain) => `${domain.targetProduct}/${domain.domainId}`).join(", ") || "none";
  throw new Failure(printable(`The service does not serve ${targetProduct}/${domainId}. It serves: ${served}.`), {
    exitCode: exitCode.service,
    next: ["assay domains"],
  });
}
