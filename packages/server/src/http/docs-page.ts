import { type Json, operationIds, operations } from "@assay/contract";
import { aboutAgentAuth, aboutRateLimit, whereKeysAreIssued } from "./access.ts";
import type { Article, Block } from "./article.ts";
import { callExamples } from "./call-examples.ts";
import { compactJson } from "./compact-json.ts";
import type { ServiceFacts } from "./service-facts.ts";

/** Writes the first page: everything that can be called or read, and what a caller needs before. */
export function docsPage(facts: ServiceFacts): { readonly article: Article; readonly json: Json } {
  const { publicUrl, serviceName, keyUrl, discoveryUrl } = facts;
  const examples = callExamples(publicUrl);
  const calls = operationIds.map((operationId) => {
    const { method, path, title, description } = operations[operationId];
    const capability = `${serviceName}.${operationId}`;
    return { operationId, title, method, path, capability, url: `${publicUrl}${path}`, about: description };
  });
  const documents = [
    ...(facts.hasWorkbench
      ? [["/", "The workbench: paste a draft into a web page and see its verdict while you type."]]
      : []),
    ["/llms.txt", "How to get from a draft to a package, on one page, for agents."],
    ["/openapi.json", "Every request, answer and example (OpenAPI 3.1)."],
    ["/diagnostics", "Every diagnostic, with its meaning and who can fix it."],
    ["/problems", "Why a request gets no verdict."],
  ].map(([path = "", about = ""]) => ({ path, url: `${publicUrl}${path}`, about }));
  const blocks: readonly Block[] = [
    { kind: "paragraph", text: purpose },
    {
      kind: "table",
      head: ["operation", "request", "description"],
      rows: calls.map(({ operationId, method, path, title }) => [`\`${operationId}\``, `\`${method} ${path}\``, title]),
    },
    { kind: "heading", text: "Before you call" },
    {
      kind: "paragraph",
      text: `The base URL is \`${publicUrl}\`. POST operations and MCP tools require an API key from the identity service: \`Authorization: Bearer ai_...\`.`,
    },
    whereKeysAreIssued(facts),
    aboutAgentAuth(facts),
    { kind: "paragraph", text: aboutRateLimit },
    { kind: "heading", text: "From an agent, over MCP" },
    { kind: "paragraph", text: `The same operations are tools at \`POST ${publicUrl}/mcp\`. In Claude Code:` },
    {
      kind: "listing",
      language: "sh",
      text: `claude mcp add --transport http ${serviceName} ${publicUrl}/mcp --header "Authorization: Bearer $KEY"`,
    },
    { kind: "heading", text: "Pages" },
    {
      kind: "table",
      head: ["page", "content"],
      rows: documents.map(({ path, url, about }) => [{ text: path, url }, about]),
    },
    { kind: "paragraph", text: `Each domain has a JSON Schema for its candidates: ${schemaPath}` },
    ...calls.flatMap(({ operationId, about }): Block[] => {
      const { about: story, command, answer } = examples[operationId];
      return [
        { kind: "heading", text: operationId },
        { kind: "paragraph", text: about },
        { kind: "paragraph", text: operationId === "listDomains" ? `${exampleProduct} ${story}` : story },
        { kind: "listing", language: "sh", text: command },
        { kind: "paragraph", text: "The answer:" },
        { kind: "listing", language: "json", text: compactJson(answer) },
      ];
    }),
  ];
  const candidateSchema = `${publicUrl}/schemas/{targetProduct}/{domainId}/candidate.json`;
  const json = {
    operations: calls.map((call) => ({ ...call, example: { ...examples[call.operationId] } })),
    mcp: `${publicUrl}/mcp`,
    ...(keyUrl !== undefined && { keyUrl }),
    ...(discoveryUrl !== undefined && { agentAuthDiscovery: discoveryUrl }),
    rateLimit: aboutRateLimit,
    documents,
    candidateSchema,
  };
  return { article: { title: "Assay", blocks }, json };
}

/** What the service is for. */
export const purpose =
  "Checks a proposal before it is submitted to its target product, reports every problem in one answer, and builds the package to submit. Nothing is stored or forwarded.";
const exampleProduct =
  "The examples are for Datamint, a product that generates test data; this operation lists the products of this service.";
const schemaPath =
  "`/schemas/{targetProduct}/{domainId}/candidate.json`. `listDomains` returns its URL as `candidateSchemaUrl`.";
