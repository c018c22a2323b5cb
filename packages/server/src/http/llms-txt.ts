import { limits, operations } from "@assay/contract";
import { purpose } from "./docs-page.ts";

/** Writes llms.txt: the way from a draft to a package, on one page for agents. */
export function llmsTxt(publicUrl: string): string {
  const { listDomains, validateProposal, buildProposal } = operations;
  const line = ({ method, path, description }: (typeof operations)[keyof typeof operations]) =>
    `- \`${method} ${publicUrl}${path}\`: ${description}`;
  return `# Assay

> ${purpose}

## The flow

1. Call listDomains and choose a \`targetProduct\` and \`domainId\`. \`candidateSchemaUrl\` says what a candidate looks like.
2. Call validateProposal with \`{ "targetProduct", "domainId", "candidate" }\`.
3. While \`valid\` is false: apply \`repair.patch\` (JSON Patch, RFC 6902), edit what is left, call again. Read \`needs\`: \`edit\` is for you, \`owner-decision\` is for a person (never invent or change \`owner\`), \`product-team\` is for those who wrote the rules.
4. Call buildProposal with the same body. A valid candidate comes back as \`proposalPackage\`.
5. Send \`{ "proposalPackage": ... }\` to \`submission.url\` with \`submission.headers\` and your key. The target product checks again and opens the ballot.

## Operations

${[listDomains, validateProposal, buildProposal].map(line).join("\n")}

The same three are tools over MCP, at \`POST ${publicUrl}/mcp\`; there every call needs a key.

POST operations need \`Authorization: Bearer ai_...\`. Bodies are \`application/json\`, at most ${limits.bodyBytes} bytes. At most 20 calls in any 60 seconds: one call per edit is enough. A bad candidate is answered with 200 and diagnostics; any other status is a problem (\`application/problem+json\`): decide by \`code\`, and wait \`retryAfterSeconds\` where it is given.

## Links

- [OpenAPI](${publicUrl}/openapi.json): every request, answer and example.
- [Diagnostics](${publicUrl}/diagnostics): what a verdict can say; one page per code at \`/diagnostics/{code}\`.
- [Problems](${publicUrl}/problems): why a request got no verdict; one page per code at \`/problems/{code}\`.

Pages come as Markdown, HTML or JSON, by the \`Accept\` header.
`;
}
