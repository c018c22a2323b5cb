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
    ["/llms.txt", "The way from a draft to a package, on one page for agents."],
    ["/openapi.json", "Every request, answer and example (OpenAPI 3.1)."],
    ["/diagnostics", "What a verdict can say, and who can act."],
    ["/problems", "Why a request got no verdict."],
  ].map(([path = "", about = ""]) => ({ path, url: `${publicUrl}${path}`, about }));
  const blocks: readonly Block[] = [
    { kind: "paragraph", text: purpose },
    { kind: "heading", text: "To call" },
    {
      kind: "table",
      head: ["operation", "request", "what it does"],
      rows: calls.map(({ operationId, method, path, about }) => [`\`${operationId}\``, `\`${method} ${path}\``, about]),
    },
    {
      kind: "paragraph",
      text: `All of it is at \`${publicUrl}\`. The same three are tools over MCP: \`POST ${publicUrl}/mcp\`. Tools and POST operations need a key: \`Authorization: Bearer ai_...\`.`,
    },
    { kind: "heading", text: "To read" },
    {
      kind: "table",
      head: ["page", "what it holds"],
      rows: documents.map(({ path, url, about }) => [{ text: path, url }, about]),
    },
    { kind: "paragraph", text: `What a candidate looks like is a JSON Schema for each domain: ${schemaPath}` },
  ];
  const candidateSchema = `${publicUrl}/schemas/{targetProduct}/{domainId}/candidate.json`;
  const json = { operations: calls, mcp: `${publicUrl}/mcp`, documents, candidateSchema };
  return { article: { title: "Assay", blocks }, json };
}

/** What the service is for. */
export const purpose =
  "Checks a proposal before it is submitted to its target product, names everything that is wrong in one answer, and builds the package that is submitted. Nothing is stored and nothing is forwarded.";
const schemaPath =
  "`/schemas/{targetProduct}/{domainId}/candidate.json`. `listDomains` has its address as `candidateSchemaUrl`.";
