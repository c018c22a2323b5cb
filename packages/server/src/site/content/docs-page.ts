import { type Json, type OperationId, operationIds, operations } from "@assay/contract";
import type { Article, Block, Link, Step } from "../articles/article.ts";
import type { ServiceInfo } from "../service-info.ts";
import { aboutAgentAuth, aboutRateLimit, aboutSignIn, whereKeysAreIssued } from "./access.ts";
import { type CallExample, callExamples } from "./call-examples.ts";
import { compactJson } from "./compact-json.ts";
import type { Reference } from "./reference.ts";

/** Writes the first page: the way from a draft to a vote, what a caller needs before, and where everything else is. */
export function docsPage(
  facts: ServiceInfo,
  references: readonly Reference[],
): { readonly article: Article; readonly json: Json } {
  const { publicUrl, serviceName, keyUrl, discoveryUrl } = facts;
  const examples = callExamples(facts);
  const { validateProposal: first } = examples;
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
    ["/docs/api", "Every operation, with its properties, examples and answers."],
    ["/openapi.json", "The same for programs (OpenAPI 3.1)."],
    ["/diagnostics", "Every diagnostic for a candidate, with its meaning and who can fix it."],
    ["/problems", "Why a request gets no verdict."],
    ["/spec-problems", "Why a spec package is rejected."],
  ].map(([path = "", about = ""]) => ({ path, url: `${publicUrl}${path}`, about }));
  const signIn = aboutSignIn(facts);
  const blocks: readonly Block[] = [
    { kind: "paragraph", text: purpose },
    {
      kind: "beside",
      said: [
        { kind: "paragraph", text: first.about },
        { kind: "listing", language: "sh", text: first.command },
        { kind: "paragraph", text: "`draft.json`:" },
        { kind: "listing", language: "json", text: compactJson(first.request) },
      ],
      shown: [
        { kind: "paragraph", text: "The answer lists every problem, and what to do about it:" },
        { kind: "listing", language: "json", text: compactJson(firstAnswer(first.answer)) },
      ],
    },
    { kind: "heading", id: "flow", text: "From a draft to a vote" },
    { kind: "steps", items: flow(facts) },
    { kind: "heading", id: "access", text: "Before you call" },
    {
      kind: "paragraph",
      text: `The base URL is \`${publicUrl}\`. POST operations and MCP tools require an API key from the identity service: \`Authorization: Bearer ai_...\`.`,
    },
    whereKeysAreIssued(facts),
    ...(signIn === undefined ? [] : [{ kind: "paragraph", text: signIn } as const]),
    aboutAgentAuth(facts),
    { kind: "paragraph", text: aboutRateLimit },
    { kind: "heading", id: "mcp", text: "From an agent, over MCP" },
    { kind: "paragraph", text: `The same operations are tools at \`POST ${publicUrl}/mcp\`. In Claude Code:` },
    {
      kind: "listing",
      language: "sh",
      text: `claude mcp add --transport http ${serviceName} ${publicUrl}/mcp --header "Authorization: Bearer $KEY"`,
    },
    { kind: "heading", id: "pages", text: "Pages" },
    {
      kind: "table",
      head: ["page", "content"],
      rows: documents.map(({ path, url, about }) => [{ text: path, url }, about]),
    },
    { kind: "paragraph", text: `Each domain has a JSON Schema for its candidates: ${schemaPath}` },
    { kind: "heading", id: "codes", text: "Find a code" },
    { kind: "paragraph", text: "Each code has a page that says what it means and what to do." },
    ...references.flatMap(({ name, title, intro, entries }): readonly Block[] => [
      { kind: "heading", level: 3, text: title },
      { kind: "paragraph", text: intro },
      {
        kind: "links",
        items: entries
          .map(({ code }) => ({ text: code, url: `${publicUrl}/${name}/${code}` }))
          .sort((a, b) => (a.text < b.text ? -1 : 1)),
      },
    ]),
  ];
  const candidateSchema = `${publicUrl}/schemas/{targetProduct}/{domainId}/candidate.json`;
  const json = {
    operations: calls.map((call) => ({ ...call, example: exampleOf(examples[call.operationId]) })),
    mcp: `${publicUrl}/mcp`,
    ...(keyUrl !== undefined && { keyUrl }),
    ...(facts.authorizationServer !== undefined && { authorizationServer: facts.authorizationServer }),
    ...(discoveryUrl !== undefined && { agentAuthDiscovery: discoveryUrl }),
    rateLimit: aboutRateLimit,
    documents,
    candidateSchema,
  };
  const contents = blocks.flatMap((block) =>
    block.kind === "heading" && block.id !== undefined ? [{ text: block.text, url: `#${block.id}` }] : [],
  );
  return { article: { title: "Assay", blocks, contents }, json };
}

function exampleOf({ about, command, answer }: CallExample): Json {
  return { about, command, answer };
}

/** What a reader looks for first; the page of the API has the rest. */
function firstAnswer(answer: Json): Json {
  const { valid, summary, diagnostics = [] } = answer as { readonly [name: string]: Json };
  return { valid, summary, diagnostics } as Json;
}

function flow({ publicUrl, hasWorkbench }: ServiceInfo): readonly Step[] {
  const operation = (id: OperationId): Link => ({
    text: `${operations[id].method} ${operations[id].path}`,
    url: `${publicUrl}/docs/api#${id}`,
  });
  return [
    {
      title: "Choose a domain.",
      text: "`listDomains` lists the target products and proposal domains of this service:",
      link: operation("listDomains"),
    },
    {
      title: "Check the draft.",
      text: "`validateProposal` reports every problem in the candidate in one answer:",
      link: operation("validateProposal"),
    },
    {
      title: "Fix it, and check again.",
      text: "Read `repair.patch` and apply it if it is what was meant, then edit the rest, until `valid` is true. Diagnostics with `needs: ask` need something that only someone else may know; those with `needs: owner-decision` are for a person.",
      ...(hasWorkbench && { link: { text: "Do it in the workbench", url: `${publicUrl}/` } }),
    },
    {
      title: "Build the package.",
      text: "For a valid candidate, `buildProposal` also returns `proposalPackage`, `ownerReview` and `submission`:",
      link: operation("buildProposal"),
    },
    {
      title: "Ask the owner.",
      text: "Show `ownerReview` to the owner, a person. Send nothing before the owner agrees.",
    },
    {
      title: "Submit it.",
      text: "Send the package to `submission.url` with `submission.headers` and your key. The target product checks it again with the same engine and opens the vote.",
    },
  ];
}

/** What the service is for. */
export const purpose =
  "Checks a proposal before it is submitted to its target product, reports every problem in one answer, and builds the package to submit. Nothing is stored or forwarded.";
const schemaPath =
  "`/schemas/{targetProduct}/{domainId}/candidate.json`. `listDomains` returns its URL as `candidateSchemaUrl`.";
