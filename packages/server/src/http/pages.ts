import { createOpenapi, type Json } from "@assay/contract";
import exampleDiagnostics from "@assay/contract/generated/example-diagnostics.json" with { type: "json" };
import { type Article, type Block, type Link, toHtml, toMarkdown } from "./article.ts";
import { chooseForm, type Form } from "./choose-form.ts";
import { docsPage } from "./docs-page.ts";
import { llmsTxt } from "./llms-txt.ts";
import { createReferences, entryArticle, type Reference } from "./reference.ts";
import type { ServiceFacts } from "./service-facts.ts";

/** The documents for people and agents; they stay the same while the process runs. */
export interface Pages {
  /** The route patterns that lead to pages. */
  readonly paths: readonly string[];
  /** Finds the page at a path, without query, in the form that the Accept header prefers. */
  find(path: string, accept: string | undefined): Page | "not-acceptable" | undefined;
}

/** A document, ready to be sent. */
export interface Page {
  readonly contentType: string;
  readonly body: string;
}

/** Writes every page of a service. */
export function createPages(facts: ServiceFacts): Pages {
  const { publicUrl } = facts;
  const references = createReferences(exampleDiagnostics, facts);
  const singles = new Map<string, Page>([
    ["/openapi.json", { contentType: jsonType, body: JSON.stringify(createOpenapi(publicUrl, facts.serviceName)) }],
    ["/llms.txt", { contentType: "text/plain; charset=utf-8", body: llmsTxt(facts) }],
  ]);
  const { article, json } = docsPage(facts);
  const up = { text: "Assay", url: `${publicUrl}/docs` };
  const pages = new Map([
    ["/docs", formsOf(article, json, publicUrl)] as const,
    ...pagesOf(references.problems, publicUrl, up),
    ...pagesOf(references.diagnostics, publicUrl, up),
  ]);
  return {
    paths: ["/docs", "/problems", "/problems/:code", "/diagnostics", "/diagnostics/:code", ...singles.keys()],
    find(path, accept) {
      const forms = pages.get(path);
      if (!forms) return singles.get(path);
      const form = chooseForm(accept);
      return form ? forms[form] : "not-acceptable";
    },
  };
}

type Forms = { readonly [form in Form]: Page };

const jsonType = "application/json; charset=utf-8";

// The index of a reference, and the page of each code.
function pagesOf(
  { name, title, intro, head, entries }: Reference,
  publicUrl: string,
  above: Link,
): readonly (readonly [path: string, forms: Forms])[] {
  const url = `${publicUrl}/${name}`;
  const listed = entries.map((entry) => ({ entry, json: entry.toJson(`${url}/${entry.code}`) }));
  const rows = entries.map((entry) => [{ text: entry.code, url: `${url}/${entry.code}` }, ...entry.cells, entry.title]);
  const table: Block = { kind: "table", head: ["code", ...head, "title"], rows };
  const index: Article = { title, blocks: [{ kind: "paragraph", text: intro }, table], up: above };
  const up = { text: title, url };
  return [
    [`/${name}`, formsOf(index, { [name]: listed.map(({ json }) => json) }, publicUrl)],
    ...listed.map(
      ({ entry, json }) =>
        [`/${name}/${entry.code}`, formsOf({ ...entryArticle(entry), up }, json, publicUrl)] as const,
    ),
  ];
}

function formsOf(article: Article, json: Json, publicUrl: string): Forms {
  return {
    html: { contentType: "text/html; charset=utf-8", body: toHtml(article, publicUrl) },
    markdown: { contentType: "text/markdown; charset=utf-8", body: toMarkdown(article) },
    json: { contentType: jsonType, body: `${JSON.stringify(json, null, 2)}\n` },
  };
}
