import { limits, operations } from "@assay/contract";
import { purpose } from "./docs-page.ts";

/** Writes llms.txt: the way from a draft to a package, on one page for agents. */
export function llmsTxt(publicUrl: string): string {
  const { listDomains, validateProposal, buildProposal } = operations;
  const line = ({ method, path, description }: (typeof operations)[keyof typeof operations]) =>
    `- \`${method} ${publicUrl}${path}\`: ${description}`;
  return `# Assay

> ${purpose}

## Workflow

1. Call listDomains and choose a \`targetProduct\` and \`domainId\`. \`candidateSchemaUrl\` is the JSON Schema of a candidate.
2. Call validateProposal with \`{ "targetProduct", "domainId", "candidate" }\`.
3. While \`valid\` is false: read \`repair.patch\` (JSON Patch, RFC 6902), apply it if it says what was meant, edit the rest, and call again. Check \`needs\`: \`edit\` is for you, \`owner-decision\` is for a person (never invent or change \`owner\`), \`product-team\` is for the team that publishes the rules.
4. Call buildProposal with the same body. For a valid candidate, the response contains \`proposalPackage\` and \`ownerReview\`.
5. Show \`ownerReview\` (Markdown) to the owner, name everything that you made up, and ask. Send nothing before the owner agrees.
6. Send \`{ "proposalPackage": ... }\` to \`submission.url\` with \`submission.headers\` and your key. The target product checks it again and opens the ballot.

## Operations

${[listDomains, validateProposal, buildProposal].map(line).join("\n")}

The same operations are tools over MCP, at \`POST ${publicUrl}/mcp\`, where every call requires an API key.

POST operations require \`Authorization: Bearer ai_...\`. Bodies are \`application/json\`, at most ${limits.bodyBytes} bytes. The rate limit is 20 calls in any 60 seconds: one call per edit is enough. An invalid candidate gets status 200 with diagnostics. An error status has a problem document (\`application/problem+json\`): handle it by \`code\`, and wait \`retryAfterSeconds\` if present.

## Links

- [OpenAPI](${publicUrl}/openapi.json): every request, response and example.
- [Diagnostics](${publicUrl}/diagnostics): every diagnostic, one page per code at \`/diagnostics/{code}\`.
- [Problems](${publicUrl}/problems): why a request gets no verdict, one page per code at \`/problems/{code}\`.

Pages are available as Markdown, HTML or JSON, depending on the \`Accept\` header.
`;
}
