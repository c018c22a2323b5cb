import type { domainListSchema } from "./documents/domain.ts";
import { advertisedEnvelopeSchema, type Envelope } from "./documents/envelope.ts";
import type { buildResultSchema, validationResultSchema } from "./documents/results.ts";
import { type OperationId, operationIds, operations } from "./operations.ts";

/** An operation as an MCP tool: what a model reads before it calls. */
export interface McpTool {
  readonly name: OperationId;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  /** An outline that every answer matches. The description names the MCP resource with the complete schema. */
  readonly outputSchema: object;
  readonly annotations: typeof annotations;
}

/** Options of a tool call where they differ from those of an HTTP call: a model pays for every patch that it reads. */
export const mcpDefaults = { fixes: "repair" } as const satisfies Envelope["options"];

// Nothing is stored or forwarded, so every tool is read-only.
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

// Every agent session pays for the tool list in tokens, so only one tool describes the candidate.
const { properties: members, ...envelope } = advertisedEnvelopeSchema;
const { options } = members;
const properties = {
  ...members,
  options: {
    ...options,
    properties: { ...options.properties, fixes: { ...options.properties.fixes, default: mcpDefaults.fixes } },
  },
};
const inputs: { readonly [id in OperationId]: object } = {
  listDomains: { type: "object", properties: {}, additionalProperties: false },
  validateProposal: { ...envelope, properties },
  buildProposal: {
    ...envelope,
    properties: {
      ...properties,
      candidate: { type: "object", description: "The candidate that validateProposal found valid, unchanged." },
    },
  },
};

/** One short phrase for each property of an answer; the compiler misses none. */
type Outline<Schema extends { readonly properties: object }> = {
  readonly [Name in keyof Schema["properties"]]: object;
};

const objects = { type: "array", items: { type: "object" } } as const;

// Over MCP nobody is told who calls.
const domainList: Omit<Outline<typeof domainListSchema>, "caller"> = {
  domains: {
    ...objects,
    description: "Each with targetProduct, domainId, status, specPackageUrl, candidateSchemaUrl and submissionUrl.",
  },
};

const validationResult = {
  valid: { type: "boolean", description: "If there are no errors." },
  summary: { type: "string", description: "In one sentence." },
  counts: { type: "object", description: "Diagnostics by severity." },
  diagnostics: {
    ...objects,
    description:
      "Each with code, path, message, params, needs, resource and fixes. A fix without a patch is in repair.",
  },
  truncated: { type: "boolean", description: "If something was left out." },
  repair: {
    type: "object",
    description: "One patch of all fixes: safe, or to review.",
  },
  checks: { type: "object", description: "Which checks ran or were skipped." },
  normalizations: { ...objects, description: "What was normalized." },
  announced: { description: "Changes to come." },
  upcoming: { type: "object", description: "The verdict under the next rules." },
  evidence: { type: "object", description: "Rules and registry used." },
} as const satisfies Outline<typeof validationResultSchema>;

// What the answers of two tools have in common is described once.
const same = "As validateProposal.";
const buildResult: Outline<typeof buildResultSchema> = {
  valid: { ...validationResult.valid, description: same },
  summary: { ...validationResult.summary, description: same },
  counts: { ...validationResult.counts, description: same },
  diagnostics: { ...validationResult.diagnostics, description: same },
  truncated: { ...validationResult.truncated, description: same },
  repair: { ...validationResult.repair, description: same },
  checks: { ...validationResult.checks, description: same },
  normalizations: { ...validationResult.normalizations, description: same },
  announced: { description: same },
  upcoming: { ...validationResult.upcoming, description: same },
  evidence: { ...validationResult.evidence, description: same },
  proposalPackage: { type: "object", description: "What to submit, if valid." },
  ownerReview: { type: "string", description: "Show it before you submit." },
  submission: { type: "object", description: "How to submit it." },
};

const verdictMembers = ["valid", "summary", "counts", "diagnostics"];
const outputs: { readonly [id in OperationId]: { readonly schema: string; readonly outline: object } } = {
  listDomains: { schema: "domain-list", outline: outlineOf(domainList, ["domains"]) },
  validateProposal: { schema: "validation-result", outline: outlineOf(validationResult, verdictMembers) },
  buildProposal: { schema: "build-result", outline: outlineOf(buildResult, verdictMembers) },
};

function outlineOf(properties: object, required: readonly string[]): object {
  return { type: "object", description: "More properties may come.", properties, required };
}

/**
 * The MCP tools, one for each operation.
 *
 * @example
 * mcpTools.map(({ name }) => name); // ["listDomains", "validateProposal", "buildProposal"]
 */
export const mcpTools: readonly McpTool[] = operationIds.map((name) => ({
  name,
  title: operations[name].title,
  description: `${operations[name].description} Output schema: assay://schemas/${outputs[name].schema}.`,
  inputSchema: inputs[name],
  outputSchema: outputs[name].outline,
  annotations,
}));
