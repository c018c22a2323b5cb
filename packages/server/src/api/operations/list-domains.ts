import { type Domain, type DomainList, isJsonObject, type Json } from "@assay/contract";
import { Problem } from "../../problem.ts";
import { factUrls } from "../../shared/fact-urls.ts";
import type { CallOrigin } from "./call-origin.ts";
import type { DomainState } from "./domain-state.ts";
import { unavailable } from "./unavailable.ts";
import type { ProposalDeps } from "./validate-proposal.ts";

/**
 * Lists the supported domains, each with its spec package URL and its submission URL, and tells callers who they are. `query`
 * may name the target product whose domains are wanted.
 */
export function listDomains(
  { domains, publicUrl, engineVersion }: Pick<ProposalDeps, "domains" | "publicUrl" | "engineVersion">,
  query: Json,
  { subject, maxDomains = Number.POSITIVE_INFINITY }: Pick<CallOrigin, "subject" | "maxDomains"> = {},
): DomainList | Problem {
  const { targetProduct } = isJsonObject(query) ? query : {};
  if (targetProduct !== undefined && typeof targetProduct !== "string") {
    const message =
      '"targetProduct" must be a string, the name of a target product. Leave it out to list every domain.';
    return new Problem("invalid-envelope", message, { errors: [{ path: "/targetProduct", message }] });
  }
  const wanted = targetProduct === undefined ? domains : domains.filter((one) => one.targetProduct === targetProduct);
  const listed = wanted.slice(0, maxDomains);
  return {
    domains: listed.map((domain) => describeDomain(domain, publicUrl)),
    ...(listed.length < wanted.length && {
      truncated: true,
      note: noteOn(listed.length, wanted.length, targetProduct !== undefined),
    }),
    engine: { name: "assay", version: engineVersion },
    ...(subject !== undefined && { caller: { subject } }),
  };
}

function noteOn(shown: number, all: number, isOneProduct: boolean): string {
  const count = `Showing ${shown} of ${all.toLocaleString("en-US")} domains.`;
  return isOneProduct
    ? `${count} If you were told a different domainId for this product, use it.`
    : `${count} Call listDomains with targetProduct to list the domains of one product.`;
}

/** Describes one domain. */
export function describeDomain(domain: DomainState, publicUrl: string): Domain {
  const { targetProduct, domainId, status, lacks, specPackageUrl, submissionUrl, specPackage, next } = domain;
  const spec = specPackage?.value;
  const urls = factUrls(domain, publicUrl);
  return {
    targetProduct,
    domainId,
    ...(spec && { title: spec.document.title, summary: spec.document.summary }),
    status,
    ...(lacks && { problem: problemOf(unavailable(domain, lacks)) }),
    specPackageUrl,
    submissionUrl,
    ...(spec &&
      urls.specPackage !== undefined && {
        specPackage: { version: spec.document.version, digest: spec.digest, url: urls.specPackage },
      }),
    ...(next &&
      urls.next !== undefined && {
        nextSpecPackage: {
          version: next.spec.document.version,
          digest: next.spec.digest,
          url: urls.next,
          effectiveFrom: next.effectiveFrom,
        },
      }),
    ...(spec && { candidateSchemaUrl: `${publicUrl}/schemas/${targetProduct}/${domainId}/candidate.json` }),
    ...(urls.registry !== undefined && { registryUrl: urls.registry }),
  };
}

function problemOf({ code, detail, extras }: ReturnType<typeof unavailable>): NonNullable<Domain["problem"]> {
  return { code, detail, retryAfterSeconds: extras.retryAfterSeconds ?? 0 };
}
