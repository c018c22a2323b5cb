import { type DomainList, isJsonObject, type Json, type Domain as ListedDomain } from "@assay/contract";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { refuseUnavailable } from "./refuse-unavailable.ts";
import type { CallOrigin, ProposalDeps } from "./validate-proposal.ts";

/**
 * Lists the supported domains, each with its spec package URL and submission URL. Adds the caller's subject, if known.
 * If `query` names a target product, only its domains are listed.
 */
export function listDomains(
  { domains, publicUrl, engineVersion }: Pick<ProposalDeps, "domains" | "publicUrl" | "engineVersion">,
  query: Json,
  { subject, maxDomains = Number.POSITIVE_INFINITY }: CallOrigin = {},
): DomainList | Problem {
  const { targetProduct } = isJsonObject(query) ? query : {};
  if (targetProduct !== undefined && typeof targetProduct !== "string") {
    const message =
      '"targetProduct" must be a string, the name of a target product. Leave it out to list every domain.';
    return new Problem("invalid-envelope", message, { errors: [{ path: "/targetProduct", message }] });
  }
  const matches = domains.filter((domain) => targetProduct === undefined || domain.targetProduct === targetProduct);
  const listed = matches.slice(0, maxDomains);
  return {
    domains: listed.map((domain) => describeDomain(domain, publicUrl)),
    ...(listed.length < matches.length && {
      truncated: true,
      note: `Showing ${listed.length} of ${matches.length.toLocaleString("en-US")} domains. Call listDomains with targetProduct to list those of one product.`,
    }),
    engine: { name: "assay", version: engineVersion },
    ...(subject !== undefined && { caller: { subject } }),
  };
}

/** Describes one domain. */
export function describeDomain(domain: Domain, publicUrl: string): ListedDomain {
  const { targetProduct, domainId, status, missingDocument, specPackageUrl, submissionUrl, specPackage, next } = domain;
  const spec = specPackage?.value;
  const documentsUrl = `${publicUrl}/facts/${targetProduct}/${domainId}`;
  const describe = ({ value, published: { sha256 } }: NonNullable<Domain["specPackage"]>) => ({
    version: value.document.version,
    digest: value.digest,
    url: `${documentsUrl}/spec-packages/${sha256}.json`,
  });
  return {
    targetProduct,
    domainId,
    ...(spec && { title: spec.document.title, summary: spec.document.summary }),
    status,
    ...(missingDocument && { problem: toListedProblem(refuseUnavailable(domain, missingDocument)) }),
    specPackageUrl,
    submissionUrl,
    ...(specPackage && { specPackage: describe(specPackage) }),
    ...(next && { nextSpecPackage: { ...describe(next), effectiveFrom: next.effectiveFrom } }),
    ...(spec && { candidateSchemaUrl: `${publicUrl}/schemas/${targetProduct}/${domainId}/candidate.json` }),
    ...(domain.publishesRegistry && { registryUrl: `${documentsUrl}/registry` }),
  };
}

function toListedProblem({
  code,
  detail,
  extras,
}: ReturnType<typeof refuseUnavailable>): NonNullable<ListedDomain["problem"]> {
  return { code, detail, retryAfterSeconds: extras.retryAfterSeconds ?? 0 };
}
