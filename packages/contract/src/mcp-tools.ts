import { advertisedEnvelopeSchema } from "./envelope.ts";
import { type OperationId, operations } from "./operations.ts";

/** An operation as a tool of MCP: what a model reads before it calls. */
export interface McpTool {
  readonly name: OperationId;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  /** Thin on purpose: every answer meets it, and the whole schema is in OpenAPI and among the resources. */
  readonly outputSchema: object;
  readonly annotations: typeof annotations;
}

/** Nothing is stored and nothing is forwarded, so no tool changes anything. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

// Every session of every agent pays for the list of tools, so a candidate is described in one of them.
const inputs: { readonly [id in OperationId]: object } = {
  listDomains: { type: "object", properties: {}, additionalProperties: false },
  validateProposal: advertisedEnvelopeSchema,
  buildProposal: {
    ...advertisedEnvelopeSchema,
    properties: {
      ...advertisedEnvelopeSchema.properties,
      candidate: { type: "object", description: "The candidate that validateProposal found valid, as it is." },
    },
  },
};

const domainsSchema = {
  type: "object",
  properties: {
    domains: {
      type: "array",
      items: { type: "object" },
      description: "Each with targetProduct, domainId, status, candidateSchemaUrl, submissionUrl.",
    },
  },
  required: ["domains"],
} as const;

const verdictMembers = {
  valid: { type: "boolean", description: "True when nothing is wrong." },
  summary: { type: "string", description: "The verdict in a sentence." },
  counts: { type: "object", description: "Diagnostics by severity." },
  diagnostics: {
    type: "array",
    items: { type: "object" },
    description: "Each with code, path, message, params, needs and, where there is one, fixes.",
  },
} as const;

const required = ["valid", "summary", "counts", "diagnostics"] as const;

const outputs: { readonly [id in OperationId]: object } = {
  listDomains: domainsSchema,
  validateProposal: {
    type: "object",
    properties: { ...verdictMembers, repair: { type: "object", description: "`patch` applies every first fix." } },
    required,
  },
  buildProposal: {
    type: "object",
    properties: {
      ...verdictMembers,
      proposalPackage: { type: "object", description: "What to submit; there exactly when valid is true." },
      submission: { type: "object", description: "Where and how to submit it." },
    },
    required,
  },
};

/** The tools, one for each operation. */
export const mcpTools: readonly McpTool[] = Object.entries(operations).map(([name, operation]) => ({
  name: name as OperationId,
  title: operation.title,
  description: operation.description,
  inputSchema: inputs[name as OperationId],
  outputSchema: outputs[name as OperationId],
  annotations,
}));
