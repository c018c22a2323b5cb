import { advertisedEnvelopeSchema } from "./envelope.ts";
import { type OperationId, operationIds, operations } from "./operations.ts";

/** An operation as an MCP tool: what a model reads before it calls. */
export interface McpTool {
  readonly name: OperationId;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  /** Deliberately minimal: every answer matches it. The full schema is in OpenAPI and in the MCP resources. */
  readonly outputSchema: object;
  readonly annotations: typeof annotations;
}

// Nothing is stored or forwarded, so every tool is read-only.
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

// Every agent session pays for the tool list in tokens, so only one tool describes the candidate.
const inputs: { readonly [id in OperationId]: object } = {
  listDomains: { type: "object", properties: {}, additionalProperties: false },
  validateProposal: advertisedEnvelopeSchema,
  buildProposal: {
    ...advertisedEnvelopeSchema,
    properties: {
      ...advertisedEnvelopeSchema.properties,
      candidate: { type: "object", description: "The candidate that validateProposal found valid, unchanged." },
    },
  },
};

const domainsSchema = {
  type: "object",
  properties: {
    domains: {
      type: "array",
      items: { type: "object" },
      description: "Each with targetProduct, domainId, status, candidateSchemaUrl and submissionUrl.",
    },
  },
  required: ["domains"],
} as const;

const verdictMembers = {
  valid: { type: "boolean", description: "True if there are no errors." },
  summary: { type: "string", description: "The verdict in one sentence." },
  counts: { type: "object", description: "Diagnostics by severity." },
  diagnostics: {
    type: "array",
    items: { type: "object" },
    description: "Each with code, path, message, params, needs and, if any, fixes.",
  },
} as const;

const required = ["valid", "summary", "counts", "diagnostics"] as const;

const outputs: { readonly [id in OperationId]: object } = {
  listDomains: domainsSchema,
  validateProposal: {
    type: "object",
    properties: {
      ...verdictMembers,
      repair: { type: "object", description: "`patch` combines the first fix of each diagnostic." },
    },
    required,
  },
  buildProposal: {
    type: "object",
    properties: {
      ...verdictMembers,
      proposalPackage: { type: "object", description: "What to submit. Present only if valid is true." },
      submission: { type: "object", description: "Where and how to submit it." },
    },
    required,
  },
};

/**
 * The MCP tools, one for each operation.
 *
 * @example
 * mcpTools.map(({ name }) => name); // ["listDomains", "validateProposal", "buildProposal"]
 */
export const mcpTools: readonly McpTool[] = operationIds.map((name) => ({
  name,
  title: operations[name].title,
  description: operations[name].description,
  inputSchema: inputs[name],
  outputSchema: outputs[name],
  annotations,
}));
