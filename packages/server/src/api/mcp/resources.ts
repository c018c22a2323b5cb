import { type DomainName, requestLimits, resolveTests, type SpecPackage } from "@assay/contract";
import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { toCandidateSchema } from "./candidate-schema.ts";

/** The dependencies of the resources. */
export interface ResourceDeps {
  readonly domains: readonly ServedDomain[];
}

/** A domain with its spec packages, in use and announced, as its product published them. */
interface ServedDomain extends DomainName {
  readonly specPackage?: ServedPackage | undefined;
  readonly next?: ServedPackage | undefined;
}

interface ServedPackage {
  readonly value: { readonly document: SpecPackage };
}

// Spec packages can change at any refresh; everything else changes only with a new version of the service.
const shortCache = { ttlMs: 30_000, cacheScope: "public" } as const;
const longCache = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** How long clients may cache answers. */
export const cacheHints = {
  "server/discover": longCache,
  "tools/list": longCache,
  "resources/list": shortCache,
  "resources/templates/list": longCache,
  "resources/read": shortCache,
} as const;

const mimeType = "application/json";

/** The resources of each domain; `suffix` follows the domain in the URI. */
const specViews = [
  {
    name: "spec",
    suffix: "",
    title: "Rules of a domain",
    description: "The spec package without its tests; acceptedExample is an accepted candidate without its owner.",
    member: "specPackage",
  },
  {
    name: "spec-next",
    suffix: "/next",
    title: "Announced next rules of a domain",
    description: "The next spec package, in the same form as the current one; present if one is announced.",
    member: "next",
  },
] as const;

const toEntry = ({ targetProduct, domainId }: DomainName, suffix: string) => ({
  uri: `assay://spec/${targetProduct}/${domainId}${suffix}`,
  name: `${targetProduct} ${domainId}${suffix.replace("/", " ")}`,
});
const { uri: template } = toEntry({ targetProduct: "{targetProduct}", domainId: "{domainId}" }, "");

/** Adds the spec packages of each domain as resources. */
export function addResources(server: Server, { domains }: ResourceDeps): void {
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: specViews.map(({ suffix, member: _, ...view }) => {
      return { ...view, uriTemplate: `${template}${suffix}`, mimeType };
    }),
  }));
  // List only the domains that `listDomains` lists. The rules of other domains can still be read.
  const listed = domains.slice(0, requestLimits.domainsOverMcp);
  server.setRequestHandler("resources/list", () => ({
    resources: specViews.flatMap(({ suffix, member }) =>
      listed.filter((domain) => domain[member]).map((domain) => ({ ...toEntry(domain, suffix), mimeType })),
    ),
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    for (const { suffix, member } of specViews) {
      const found = domains.find((domain) => toEntry(domain, suffix).uri === uri)?.[member]?.value.document;
      if (found) return { contents: [{ uri, mimeType, text: JSON.stringify(outlineSpec(found)) }] };
    }
    // A long URI is not repeated; a short one is data (SEP-2164).
    const data = /^[!-~]{1,256}$/.test(uri) ? { uri } : undefined;
    const message = "This resource does not exist. Call resources/list.";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
  });
}

/**
 * Writes a spec package for the author of a candidate: every rule with the allowed values in the schema and, instead of
 * the tests, which make up most of a package, the candidate of the first test that expects no error.
 */
function outlineSpec(document: SpecPackage): object {
  const { tests, ...published } = document;
  const rules = { ...published, candidateSchema: toCandidateSchema(document) };
  const accepted = resolveTests({ tests }).find(({ expect }) => expect.length === 0)?.candidate;
  if (typeof accepted !== "object" || accepted === null) return rules;
  // Leave out the owner: a model would copy it instead of asking who the owner is.
  const { owner: _, ...acceptedExample } = accepted as { readonly owner?: unknown };
  return { ...rules, acceptedExample };
}
