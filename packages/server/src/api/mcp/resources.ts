import {
  advertisedEnvelopeSchema,
  buildResultSchema,
  type DomainName,
  domainListSchema,
  problemSchema,
  proposalPackageSchema,
  requestLimits,
  resolvedTests,
  type SpecPackage,
  validationResultSchema,
} from "@assay/contract";
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { candidateSchemaOf } from "../../shared/candidate-schema.ts";

/** What resources need; `app.ts` provides it. */
export interface ResourceDeps {
  readonly domains: readonly DomainName[];
  /** Returns the spec package in use, as its product published it. */
  specPackage(name: DomainName): SpecPackage | undefined;
  /** Returns the announced next spec package. */
  nextSpecPackage(name: DomainName): SpecPackage | undefined;
}

const schemas: { readonly [name: string]: object } = {
  envelope: advertisedEnvelopeSchema,
  "domain-list": domainListSchema,
  "validation-result": validationResultSchema,
  "build-result": buildResultSchema,
  "proposal-package": proposalPackageSchema,
  problem: problemSchema,
};

// Spec packages may change at any refresh; everything else changes only with the service.
const soon = { ttlMs: 30_000, cacheScope: "public" } as const;
const later = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** How long clients may cache lists. */
export const cacheHints = {
  "server/discover": later,
  "tools/list": later,
  "resources/list": soon,
  "resources/templates/list": later,
} as const;

/** Adds resources: the spec packages of each domain, and the complete schemas. */
export function addResources(server: McpServer, deps: ResourceDeps): void {
  for (const view of specViews) addSpecView(server, view, deps);
  server.registerResource(
    "schemas",
    new ResourceTemplate("assay://schemas/{name}", {
      list: () => ({ resources: Object.keys(schemas).map(schemaEntry) }),
    }),
    {
      title: "JSON Schema",
      description: "The full schemas for requests and answers; the tools show only an outline.",
      mimeType: "application/schema+json",
      cacheHint: later,
    },
    (uri, { name }) => {
      const schema = Object.hasOwn(schemas, String(name)) ? schemas[String(name)] : undefined;
      return found(uri, "application/schema+json", schema && JSON.stringify(schema));
    },
  );
}

/** One way to read the spec package of a domain. */
interface SpecView {
  readonly name: string;
  /** What follows the domain in the URI. */
  readonly suffix: string;
  readonly title: string;
  readonly description: string;
  find(deps: ResourceDeps, domain: DomainName): SpecPackage | undefined;
  show(document: SpecPackage): object;
}

const specViews: readonly SpecView[] = [
  {
    name: "spec",
    suffix: "",
    title: "Rules of a domain",
    description: "The spec package without its tests; acceptedExample is an accepted candidate without its owner.",
    find: (deps, domain) => deps.specPackage(domain),
    show: specOutline,
  },
  {
    name: "spec-complete",
    suffix: "/complete",
    title: "Complete spec package",
    description: "The spec package with its tests, as published by its target product.",
    find: (deps, domain) => deps.specPackage(domain),
    show: (document) => document,
  },
  {
    name: "spec-next",
    suffix: "/next",
    title: "Announced next rules of a domain",
    description: "The next spec package, in the same form as the current one; present if one is announced.",
    find: (deps, domain) => deps.nextSpecPackage(domain),
    show: specOutline,
  },
];

function addSpecView(
  server: McpServer,
  { name, suffix, title, description, find, show }: SpecView,
  deps: ResourceDeps,
): void {
  // The same ones that `listDomains` lists. Every other one can be read as well.
  const listed = deps.domains.slice(0, requestLimits.domainsOverMcp);
  const entry = ({ targetProduct, domainId }: DomainName) => ({
    uri: `assay://spec/${targetProduct}/${domainId}${suffix}`,
    name: `${targetProduct} ${domainId}${suffix.replace("/", " ")}`,
  });
  server.registerResource(
    name,
    new ResourceTemplate(`assay://spec/{targetProduct}/{domainId}${suffix}`, {
      list: () => ({ resources: listed.filter((domain) => find(deps, domain)).map(entry) }),
    }),
    { title, description, mimeType: "application/json", cacheHint: soon },
    (uri, { targetProduct, domainId }) => {
      const document = find(deps, { targetProduct: String(targetProduct), domainId: String(domainId) });
      return found(uri, "application/json", document && JSON.stringify(show(document)));
    },
  );
}

function schemaEntry(name: string) {
  return { uri: `assay://schemas/${name}`, name };
}

function found(uri: URL, mimeType: string, text: string | undefined) {
  if (text === undefined) throw new ResourceNotFoundError(uri.href);
  return { contents: [{ uri: uri.href, mimeType, text }] };
}

/** A spec package for the author of a candidate: every rule, and one accepted example instead of the tests. */
interface SpecOutline extends Omit<SpecPackage, "tests"> {
  /** The candidate of the first test that expects no error, without its owner. */
  readonly acceptedExample?: object;
}

/** Leaves out the tests, which are most of a package, and lists allowed values in the schema. */
export function specOutline(document: SpecPackage): SpecOutline {
  const { tests, ...published } = document;
  const rules = { ...published, candidateSchema: candidateSchemaOf(document) };
  const accepted = resolvedTests({ tests }).find(({ expect }) => expect.length === 0)?.candidate;
  if (typeof accepted !== "object" || accepted === null) return rules;
  // Who owns a proposal is a fact. An example of it would be copied.
  const { owner: _, ...acceptedExample } = accepted as { readonly owner?: unknown };
  return { ...rules, acceptedExample };
}
