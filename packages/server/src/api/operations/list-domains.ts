import type { Domain, DomainList } from "@assay/contract";
import type { CallOrigin } from "./call-origin.ts";
import type { DomainState, Domains } from "./domain-state.ts";
import { unavailable } from "./unavailable.ts";

/** Lists the supported domains, each with its spec package URL and its submission URL, and tells callers who they are. */
export function listDomains(
  domains: Domains,
  publicUrl: string,
  { subject }: Pick<CallOrigin, "subject"> = {},
): DomainList {
  return {
    domains: domains.map((domain) => describeDomain(domain, publicUrl)),
    ...(subject !== undefined && { caller: { subject } }),
  };
}

/** Describes one domain. */
export function describeDomain(domain: DomainState, publicUrl: string): Domain {
  const { targetProduct, domainId, status, lacks, specPackageUrl, submissionUrl, specPackage, next } = domain;
  const spec = specPackage?.value;
  return {
    targetProduct,
    domainId,
    ...(spec && { title: spec.document.title, summary: spec.document.summary }),
    status,
    ...(lacks && { problem: problemOf(unavailable(domain, lacks)) }),
    specPackageUrl,
    submissionUrl,
    ...(spec && { specPackage: { version: spec.document.version, digest: spec.digest } }),
    ...(next && {
      nextSpecPackage: {
        version: next.spec.document.version,
        digest: next.spec.digest,
        effectiveFrom: next.effectiveFrom,
      },
    }),
    candidateSchemaUrl: `${publicUrl}/schemas/${targetProduct}/${domainId}/candidate.json`,
  };
}

function problemOf({ code, detail, extras }: ReturnType<typeof unavailable>): NonNullable<Domain["problem"]> {
  return { code, detail, retryAfterSeconds: extras.retryAfterSeconds ?? 0 };
}
