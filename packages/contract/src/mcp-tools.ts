import { listedProductSchema } from "./documents/domain-list.ts";
import { advertisedEnvelopeSchema } from "./documents/envelope.ts";
import type { JsonObject } from "./json/json.ts";
import { type OperationId, operationIds, operations } from "./operations.ts";

/** The description of an operation as an MCP tool, which a model reads before it calls the tool. */
export interface McpTool {
  readonly name: OperationId;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  /** A JSON Schema that outlines the answers. */
  readonly outputSchema: object;
  readonly annotations: typeof annotations;
}

// Nothing is stored or forwarded, so every tool is read-only.
const annotations = { readOnlyHint: true, openWorldHint: false } as const;

// Every agent session pays for the tool list in tokens, so nothing is repeated: only one tool describes the candidate.
const { properties, ...envelope } = advertisedEnvelopeSchema;

function createInputs(outline: JsonObject | undefined): { readonly [id in OperationId]: object } {
  const toStringSchema = ({ description }: { readonly description: string }) => ({ type: "string", description });
  const targetProduct = toStringSchema(properties.targetProduct);
  const domainId = toStringSchema(properties.domainId);
  const candidate = { ...properties.candidate, ...outline };
  const validCandidate = { type: "object", description: "The candidate that validateProposal found valid, unchanged." };
  return {
    listDomains: {
      type: "object",
      properties: { targetProduct: toStringSchema(listedProductSchema) },
      additionalProperties: false,
    },
    validateProposal: { ...envelope, properties: { targetProduct, domainId, candidate } },
    buildProposal: { ...envelope, properties: { targetProduct, domainId, candidate: validCandidate } },
  };
}

const outputs: { readonly [id in OperationId]: object } = {
  listDomains: {
    type: "object",
    properties: {
      domains: {
        type: "array",
        description: "Each with targetProduct, domainId, status, specPackageUrl, candidateSchemaUrl and submissionUrl.",
      },
      caller: { type: "object", description: "Whose key this is: the person you work for." },
    },
    required: ["domains"],
  },
  validateProposal: {
    type: "object",
    properties: {
      valid: { type: "boolean", description: "True if there are no errors." },
      summary: { type: "string", description: "The verdict in one sentence." },
      diagnostics: {
        type: "array",
        description: "Each with severity, code, path, message and needs; some with why, didYouMean, fix (JSON Patch).",
      },
      skippedRules: { type: "array", description: "Rules that were not evaluated." },
      omitted: { type: "integer", description: "Diagnostics left out." },
      upcoming: { type: "object", description: "What the next rules add." },
      specPackage: { type: "object", description: "The rules used." },
      registry: { type: "object", description: "The registry used, and idStatus." },
    },
    required: ["valid", "summary", "diagnostics"],
  },
  buildProposal: {
    type: "object",
    description: "As in validateProposal, and:",
    properties: {
      valid: { type: "boolean", description: "Whether there is a package." },
      proposalPackage: { type: "object", description: "What to submit." },
      ownerReview: { type: "string", description: "Show it before you submit." },
      submission: { type: "object", description: "Where and how to submit it." },
    },
    required: ["valid"],
  },
};

/** The maximum size of the candidate's outline in the tool list, as JSON. */
export const maxOutlineBytes = 1_120;

/**
 * Creates the MCP tools, one for each operation. `outline` is a JSON Schema of the candidates, for a service with one
 * domain. It only informs the model; nothing is checked against it.
 *
 * @example
 * createMcpTools().map(({ name }) => name); // ["listDomains", "validateProposal", "buildProposal"]
 */
export function createMcpTools(outline?: JsonObject): readonly McpTool[] {
  const inputs = createInputs(outline);
  return operationIds.map((name) => ({
    name,
    title: operations[name].title,
    description: operations[name].description,
    inputSchema: inputs[name],
    outputSchema: outputs[name],
    annotations,
  }));
}

/** The MCP tools of a service with several domains. */
export const mcpTools: readonly McpTool[] = createMcpTools();
