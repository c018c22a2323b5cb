import { type Json, operations } from "@assay/contract";
import type { Article, Block } from "./article.ts";

/** Writes the first page: everything that can be called or read. */
export function docsPage(publicUrl: string): { readonly article: Article; readonly json: Json } {
  const calls = Object.entries(operations).map(([operationId, { method, path, description }]) => ({
    operationId,
    method,
    path,
    url: `${publicUrl}${path}`,
    about: description,
  }));
  const documents = [
    ["/llms.txt", "How to get from a draft to a package, on one page, for agents."],
    ["/openapi.json", "Every request, answer and example (OpenAPI 3.1)."],
    ["/diagnostics", "Every diagnostic, with its meaning and who can fix it."],
    ["/problems", "Why a request gets no verdict."],
  ].map(([path = "", about = ""]) => ({ path, url: `${publicUrl}${path}`, about }));
  const blocks: readonly Block[] = [
    { kind: "paragraph", text: purpose },
    { kind: "heading", text: "Operations" },
    {
      kind: "table",
      head: ["operation", "request", "description"],
      rows: calls.map(({ operationId, method, path, about }) => [`\`${operationId}\``, `\`${method} ${path}\``, about]),
    },
    {
      kind: "paragraph",
      text: `The base URL is \`${publicUrl}\`. The same operations are tools over MCP: \`POST ${publicUrl}/mcp\`. Tools and POST operations require an API key: \`Authorization: Bearer ai_...\`.`,
    },
    { kind: "heading", text: "Pages" },
    {
      kind: "table",
      head: ["page", "content"],
      rows: documents.map(({ path, url, about }) => [{ text: path, url }, about]),
    },
    { kind: "paragraph", text: `Each domain has a JSON Schema for its candidates: ${schemaPath}` },
  ];
  const candidateSchema = `${publicUrl}/schemas/{targetProduct}/{domainId}/candidate.json`;
  const json = { operations: calls, mcp: `${publicUrl}/mcp`, documents, candidateSchema };
  return { article: { title: "Assay", blocks }, json };
}

/** What the service is for. */
export const purpose =
  "Checks a proposal before it is submitted to its target product, reports every problem in one answer, and builds the package to submit. Nothing is stored or forwarded.";
const schemaPath =
  "`/schemas/{targetProduct}/{domainId}/candidate.json`. `listDomains` returns its URL as `candidateSchemaUrl`.";
