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
  { describeDomains, engineVersion }: Pick<ProposalDeps, "describeDomains" | "engineVersion">,
  query: Json,
  { subject, maxDomains = Number.POSITIVE_INFINITY }: CallOrigin = {},
): DomainList | Problem {
  const { targetProduct } = isJsonObject(query) ? query : {};
  if (targetProduct !== undefined && typeof targetProduct !== "string") {
    const message =
      '"targetProduct" must be a string, the name of a target product. Leave it out to list every domain.';
    return new Problem("invalid-envelope", message, { errors: [{ path: "/targetProduct", message }] });
  }
  const matches = describeDomains(targetProduct);
  const listed = matches.length > maxDomains ? matches.slice(0, maxDomains) : matches;
  return {
    domains: listed,
    ...(listed.length < matches.length && {
      truncated: true,
      note: `Showing ${listed.length} of ${matches.length.toLocaleString("en-US")} domains. Call listDomains with targetProduct to list those of one product.`,
    }),
    engine: { name: "assay", version: engineVersion },
    ...(subject !== undefined && { caller: { subject } }),
  };
}

interface DescriberOptions extends Pick<ProposalDeps, "domains"> {
  readonly publicUrl: string;
  readonly state: { readonly domainChanges: number };
  /** The clock by which documents expire. */
  elapsedMs(): number;
}

/** Creates a function that describes the domains. Until a domain changes, it returns the same lists. */
export function createDomainDescriber(options: DescriberOptions): ProposalDeps["describeDomains"] {
  const { domains, publicUrl, state, elapsedMs } = options;
  let all: readonly ListedDomain[] = [];
  let byProduct: ReadonlyMap<string, readonly ListedDomain[]> = new Map();
  let changes = -1;
  let validUntilMs = 0;
  return (targetProduct) => {
    const nowMs = elapsedMs();
    if (changes !== state.domainChanges || nowMs > validUntilMs) {
      changes = state.domainChanges;
      validUntilMs = Math.min(...domains.map(({ expiresMs }) => expiresMs).filter((expiresMs) => expiresMs >= nowMs));
      all = domains.map((domain) => describeDomain(domain, publicUrl));
      byProduct = Map.groupBy(all, (domain) => domain.targetProduct);
    }
    return targetProduct === undefined ? all : (byProduct.get(targetProduct) ?? []);
  };
}

function describeDomain(domain: Domain, publicUrl: string): ListedDomain {
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
