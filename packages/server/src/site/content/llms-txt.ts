import { limits, operations, rateLimitInWords, whatIsCounted } from "@assay/contract";
import type { ServiceInfo } from "../service-info.ts";
import { aboutSignIn } from "./access.ts";
import { purpose } from "./docs-page.ts";

/** Writes llms.txt: the way from a draft to a package, on one page for agents. */
export function llmsTxt(facts: ServiceInfo): string {
  const { publicUrl, keyUrl } = facts;
  const signIn = aboutSignIn(facts);
  const { listDomains, validateProposal, buildProposal } = operations;
  const line = ({ method, path, description }: (typeof operations)[keyof typeof operations]) =>
    `- \`${method} ${publicUrl}${path}\`: ${description}`;
  return `# Assay

> ${purpose}

## Workflow

1. Call listDomains and choose a \`targetProduct\` and \`domainId\`. \`candidateSchemaUrl\` is the URL of the JSON Schema for candidates.
2. Call validateProposal with \`{ "targetProduct", "domainId", "candidate" }\`.
3. While \`valid\` is false: read \`repair.patch\` (JSON Patch, RFC 6902), apply it if it is what was meant, edit the rest, and call again. Check \`needs\`: \`edit\` is for you, \`ask\` (and any other value) means: use what you were told, otherwise ask, \`owner-decision\` is for a person (never invent or change \`owner\`), \`product-team\` is for the team that publishes the rules.
4. Call buildProposal with the same body. For a valid candidate, the response contains \`proposalPackage\` and \`ownerReview\`.
5. Show \`ownerReview\` (Markdown) to the owner, name everything in it that you were not told, and ask. Send nothing before the owner agrees.
6. Send \`{ "proposalPackage": ... }\` to \`submission.url\` with \`submission.headers\` and your key. The target product checks it again and opens the ballot.

## Operations

${[listDomains, validateProposal, buildProposal].map(line).join("\n")}

The same operations are tools over MCP, at \`POST ${publicUrl}/mcp\`.

## Access

- Keys: POST operations and tools require \`Authorization: Bearer ai_...\`. ${keyUrl === undefined ? "The operator says where keys are issued." : `Keys are issued at ${keyUrl}`}
${signIn === undefined ? "" : `- Sign-in: ${signIn}\n`}- Without a key: ${agentAuth(facts)}
- Rate limit: ${rateLimitInWords}; one call per edit is enough. ${whatIsCounted}

Bodies are \`application/json\`, at most ${limits.bodyBytes} bytes. An invalid candidate gets status 200 with diagnostics. An error status has a problem document (\`application/problem+json\`): handle it by \`code\`, and wait \`retryAfterSeconds\` if present.

## Links

- [API](${publicUrl}/docs/api): every request, response and example as text; [OpenAPI](${publicUrl}/openapi.json) has the same for programs.
- [Diagnostics](${publicUrl}/diagnostics): every diagnostic, one page per code at \`/diagnostics/{code}\`.
- [Problems](${publicUrl}/problems): why a request gets no verdict, one page per code at \`/problems/{code}\`.

Pages are available as Markdown, HTML or JSON, depending on the \`Accept\` header.
`;
}

function agentAuth({ serviceName, discoveryUrl }: ServiceInfo): string {
  if (discoveryUrl === undefined) return "calls through agent-auth are not enabled here.";
  return `through agent-auth (not over MCP), if a person grants you a capability, such as \`${serviceName}.validateProposal\`: ${discoveryUrl}`;
}
