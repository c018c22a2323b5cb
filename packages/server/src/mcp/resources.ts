import {
  advertisedEnvelopeSchema,
  buildResultSchema,
  type DomainName,
  diagnosticCatalogue,
  domainListSchema,
  type JsonObject,
  problemSchema,
  proposalPackageSchema,
  validationResultSchema,
} from "@assay/contract";
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";

/** What resources need; `app.ts` provides it. */
export interface ResourceDeps {
  readonly domains: readonly DomainName[];
  /** Returns the spec package in use, as its product published it. */
  specPackage(name: DomainName): JsonObject | undefined;
  /** Returns the page of a diagnostic code, as Markdown. */
  diagnosticPage(code: string): string | undefined;
}

const schemas: { readonly [name: string]: object } = {
  envelope: advertisedEnvelopeSchema,
  "domain-list": domainListSchema,
  "validation-result": validationResultSchema,
  "build-result": buildResultSchema,
  "proposal-package": proposalPackageSchema,
  problem: problemSchema,
};
const codes = Object.keys(diagnosticCatalogue);

// Spec packages may change at any refresh; everything else changes only with the service.
const soon = { ttlMs: 30_000, cacheScope: "public" } as const;
const later = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** How long clients may cache lists. */
export const cacheHints = {
  "server/discover": later,
  "tools/list": later,
  "prompts/list": later,
  "resources/list": soon,
  "resources/templates/list": later,
} as const;

/** Adds resources: the spec package of each domain, the page of each diagnostic code, and the complete schemas. */
export function addResources(server: McpServer, deps: ResourceDeps): void {
  const { domains } = deps;
  const products = [...new Set(domains.map(({ targetProduct }) => targetProduct))];
  const ids = [...new Set(domains.map(({ domainId }) => domainId))];

  server.registerResource(
    "spec",
    new ResourceTemplate("assay://spec/{targetProduct}/{domainId}", {
      list: () => ({ resources: domains.filter(deps.specPackage).map(specEntry) }),
      complete: { targetProduct: beginningWith(products), domainId: beginningWith(ids) },
    }),
    {
      title: "Spec package",
      description: "The rules of a domain, as published by its target product.",
      mimeType: "application/json",
      cacheHint: soon,
    },
    (uri, { targetProduct, domainId }) => {
      const document = deps.specPackage({ targetProduct: String(targetProduct), domainId: String(domainId) });
      return found(uri, "application/json", document && JSON.stringify(document));
    },
  );
  server.registerResource(
    "diagnostics",
    new ResourceTemplate("assay://diagnostics/{code}", { list: undefined, complete: { code: beginningWith(codes) } }),
    {
      title: "Diagnostic code",
      description: "What a code means, who can fix it, and how.",
      mimeType: "text/markdown",
      cacheHint: later,
    },
    (uri, { code }) => found(uri, "text/markdown", deps.diagnosticPage(String(code))),
  );
  server.registerResource(
    "schemas",
    new ResourceTemplate("assay://schemas/{name}", {
      list: () => ({ resources: Object.keys(schemas).map(schemaEntry) }),
      complete: { name: beginningWith(Object.keys(schemas)) },
    }),
    {
      title: "JSON Schema",
      description: "The full schemas of requests and answers; the tools show only an outline.",
      mimeType: "application/schema+json",
      cacheHint: later,
    },
    (uri, { name }) => {
      const schema = Object.hasOwn(schemas, String(name)) ? schemas[String(name)] : undefined;
      return found(uri, "application/schema+json", schema && JSON.stringify(schema));
    },
  );
}

function specEntry({ targetProduct, domainId }: DomainName) {
  return { uri: `assay://spec/${targetProduct}/${domainId}`, name: `${targetProduct} ${domainId}` };
}

function schemaEntry(name: string) {
  return { uri: `assay://schemas/${name}`, name };
}

function beginningWith(values: readonly string[]): (begin: string) => string[] {
  return (begin) => values.filter((value) => value.startsWith(begin));
}

function found(uri: URL, mimeType: string, text: string | undefined) {
  if (text === undefined) throw new ResourceNotFoundError(uri.href);
  return { contents: [{ uri: uri.href, mimeType, text }] };
}
