import { createOpenapi, type Json, projectSchema } from "@assay/contract";
import exampleDiagnostics from "@assay/contract/generated/example-diagnostics.json" with { type: "json" };
import { protectedResources, resourceMetadataPaths } from "../shared/protected-resources.ts";
import type { Article, Link } from "./articles/article.ts";
import { toHtml } from "./articles/article-html.ts";
import { toMarkdown } from "./articles/article-markdown.ts";
import { chooseForm, type Form } from "./choose-form.ts";
import { apiPage } from "./content/api-page.ts";
import { docsPage } from "./content/docs-page.ts";
import { llmsTxt } from "./content/llms-txt.ts";
import { createReferences, entryArticle, type Reference } from "./content/reference.ts";
import { type LastingPage, lastingPage } from "./page.ts";
import type { ServiceInfo } from "./service-info.ts";

/** The documents for people and agents; they stay the same while the process runs. */
export interface Pages {
  /** The route patterns that lead to pages. */
  readonly paths: readonly string[];
  /** Finds the page at a path, without query, in the form that the Accept header prefers. */
  find(path: string, accept: string | undefined): LastingPage | "not-acceptable" | undefined;
}

/** Writes every page of a service. */
export function createPages(facts: ServiceInfo): Pages {
  const { publicUrl } = facts;
  const references = createReferences(exampleDiagnostics, facts);
  const openapi = createOpenapi(publicUrl, facts.serviceName, facts.domains);
  const singles = new Map([
    ["/openapi.json", lastingPage(jsonType, JSON.stringify(openapi))],
    ["/schemas/assay.json", lastingPage(schemaType, JSON.stringify({ $schema: dialect, ...projectSchema }))],
    ["/llms.txt", lastingPage("text/plain; charset=utf-8", llmsTxt(facts))],
    ...resourceMetadata(facts).map(
      ([path, metadata]) => [path, lastingPage(jsonType, JSON.stringify(metadata))] as const,
    ),
  ]);
  const home: Link = { text: "Assay", url: `${publicUrl}/docs` };
  const drafts: readonly Draft[] = [
    { path: "/docs", name: home.text, ...docsPage(facts, Object.values(references)) },
    { path: "/docs/api", name: "API", article: { ...apiPage(openapi, facts), above: [home] }, json: openapi },
    ...Object.values(references).flatMap((reference) => draftsOf(reference, publicUrl, home)),
  ];
  const pages = new Map(drafts.map((draft, index) => [draft.path, formsOf(draft, drafts, index, facts)] as const));
  const codes = Object.values(references).flatMap(({ name }) => [`/${name}`, `/${name}/:code`]);
  return {
    paths: ["/docs", "/docs/api", ...codes, ...singles.keys()],
    find(path, accept) {
      const forms = pages.get(path);
      if (!forms) return singles.get(path);
      const form = chooseForm(accept);
      return form ? forms[form] : "not-acceptable";
    },
  };
}

/** A page before it knows its neighbours; pages are read in the order of their drafts. */
interface Draft {
  readonly path: string;
  /** What links to it say. */
  readonly name: string;
  readonly article: Article;
  readonly json: Json;
}

type Forms = { readonly [form in Form]: LastingPage };

const dialect = "https://json-schema.org/draft/2020-12/schema";
const schemaType = "application/schema+json; charset=utf-8";
const jsonType = "application/json; charset=utf-8";

// The index of a reference, and the page of each code.
function draftsOf({ name, title, intro, head, entries }: Reference, publicUrl: string, home: Link): readonly Draft[] {
  const url = `${publicUrl}/${name}`;
  const listed = entries.map((entry) => ({ entry, json: entry.toJson(`${url}/${entry.code}`) }));
  const rows = entries.map((entry) => [{ text: entry.code, url: `${url}/${entry.code}` }, ...entry.cells, entry.title]);
  const index: Article = {
    title,
    above: [home],
    blocks: [
      { kind: "paragraph", text: intro },
      { kind: "table", head: ["code", ...head, "title"], rows },
    ],
  };
  const above = [home, { text: title, url }];
  const collection = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [
    { path: `/${name}`, name: title, article: index, json: { [collection]: listed.map(({ json }) => json) } },
    ...listed.map(({ entry, json }) => ({
      path: `/${name}/${entry.code}`,
      name: entry.code,
      article: { ...entryArticle(entry), above },
      json,
    })),
  ];
}

function formsOf({ path, article, json }: Draft, drafts: readonly Draft[], index: number, facts: ServiceInfo): Forms {
  const { publicUrl, hasWorkbench } = facts;
  const linkTo = (draft: Draft | undefined): Link | undefined =>
    draft && { text: draft.name, url: `${publicUrl}${draft.path}` };
  const placed: Article = { ...article, previous: linkTo(drafts[index - 1]), next: linkTo(drafts[index + 1]) };
  return {
    html: lastingPage("text/html; charset=utf-8", toHtml(placed, { publicUrl, hasWorkbench, path })),
    markdown: lastingPage("text/markdown; charset=utf-8", toMarkdown(placed)),
    json: lastingPage(jsonType, `${JSON.stringify(json, null, 2)}\n`),
  };
}

/**
 * Returns the metadata (RFC 9728) of the service and of its MCP endpoint, by path: with them a client finds the
 * authorization server, and knows what to name as `resource`. None if only keys are accepted.
 */
function resourceMetadata({ publicUrl, authorizationServer }: ServiceInfo): readonly (readonly [string, object])[] {
  if (authorizationServer === undefined) return [];
  const resources = protectedResources(publicUrl);
  return (["service", "mcp"] as const).map((name) => [
    resourceMetadataPaths[name],
    {
      resource: resources[name],
      authorization_servers: [authorizationServer],
      bearer_methods_supported: ["header"],
      resource_name: "Assay",
      resource_documentation: `${publicUrl}/docs`,
    },
  ]);
}
