import { type DomainName, requestLimits, resolveTests, type SpecPackage } from "@assay/contract";
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
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

/** How long clients may cache lists. */
export const cacheHints = {
  "server/discover": longCache,
  "tools/list": longCache,
  "resources/list": shortCache,
  "resources/templates/list": longCache,
} as const;

/** Adds the spec packages of each domain as resources. */
export function addResources(server: McpServer, deps: ResourceDeps): void {
  for (const view of specViews) addSpecView(server, view, deps);
}

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

function addSpecView(
  server: McpServer,
  { name, suffix, title, description, member }: (typeof specViews)[number],
  deps: ResourceDeps,
): void {
  // List only the domains that `listDomains` lists. The rules of other domains can still be read.
  const listed = deps.domains.slice(0, requestLimits.domainsOverMcp);
  const toEntry = ({ targetProduct, domainId }: DomainName) => ({
    uri: `assay://spec/${targetProduct}/${domainId}${suffix}`,
    name: `${targetProduct} ${domainId}${suffix.replace("/", " ")}`,
  });
  server.registerResource(
    name,
    new ResourceTemplate(`assay://spec/{targetProduct}/{domainId}${suffix}`, {
      list: () => ({ resources: listed.filter((domain) => domain[member]).map(toEntry) }),
    }),
    { title, description, mimeType: "application/json", cacheHint: shortCache },
    (uri, { targetProduct, domainId }) => {
      const found = deps.domains.find(
        (domain) => domain.targetProduct === targetProduct && domain.domainId === domainId,
      );
      const document = found?.[member]?.value.document;
      if (document === undefined) throw new ResourceNotFoundError(uri.href);
      const text = JSON.stringify(outlineSpec(document));
      return { contents: [{ uri: uri.href, mimeType: "application/json", text }] };
    },
  );
}

/** A spec package for the author of a candidate: every rule, and one accepted example instead of the tests. */
interface SpecOutline extends Omit<SpecPackage, "tests"> {
  /** The candidate of the first test that expects no error, without its owner. */
  readonly acceptedExample?: object;
}

/** Leaves out the tests, which make up most of a package, and lists allowed values in the schema. */
function outlineSpec(document: SpecPackage): SpecOutline {
  const { tests, ...published } = document;
  const rules = { ...published, candidateSchema: toCandidateSchema(document) };
  const accepted = resolveTests({ tests }).find(({ expect }) => expect.length === 0)?.candidate;
  if (typeof accepted !== "object" || accepted === null) return rules;
  // Leave out the owner: a model would copy it instead of asking who the owner is.
  const { owner: _, ...acceptedExample } = accepted as { readonly owner?: unknown };
  return { ...rules, acceptedExample };
}
