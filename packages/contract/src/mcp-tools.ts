import { type domainListSchema, listedProductSchema } from "./documents/domain.ts";
import { advertisedEnvelopeSchema } from "./documents/envelope.ts";
import type { builtResultSchema, validationResultSchema } from "./documents/results.ts";
import type { JsonObject } from "./json/json.ts";
import { type OperationId, operationIds, operations } from "./operations.ts";

/** An operation as an MCP tool: what a model reads before it calls. */
export interface McpTool {
  readonly name: OperationId;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  /** An outline that every answer matches. The MCP resources `assay://schemas/...` are the complete schemas. */
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
const { properties, ...envelope } = advertisedEnvelopeSchema;

function inputsWith(outline: JsonObject | undefined): { readonly [id in OperationId]: object } {
  const candidate = { ...properties.candidate, ...outline };
  return {
    listDomains: { type: "object", properties: { targetProduct: listedProductSchema }, additionalProperties: false },
    validateProposal: { ...envelope, properties: { ...properties, candidate } },
    buildProposal: {
      ...envelope,
      properties: {
        ...properties,
        candidate: { type: "object", description: "The candidate that validateProposal found valid, unchanged." },
      },
    },
  };
}

/** One short phrase for each property of an answer; the compiler misses none. */
type Outline<Schema extends { readonly properties: object }> = {
  readonly [Name in keyof Schema["properties"]]: object;
};

const objects = { type: "array", items: { type: "object" } } as const;

const domainList: Outline<typeof domainListSchema> = {
  domains: {
    ...objects,
    description: "Each with targetProduct, domainId, status, specPackageUrl, candidateSchemaUrl and submissionUrl.",
  },
  truncated: { type: "boolean", description: "True if cut." },
  note: { type: "string", description: "How to see the rest." },
  engine: { type: "object", description: "Its version." },
  caller: { type: "object", description: "Whose key this is: the person you work for." },
};

const validationResult = {
  valid: { type: "boolean", description: "True if there are no errors." },
  summary: { type: "string", description: "The verdict in one sentence." },
  diagnostics: {
    ...objects,
    description: "Each with severity, code, path, message, needs; why, didYouMean and fix (JSON Patch) if there is one.",
  },
  skippedRules: { type: "array", description: "Rules that could not be evaluated." },
  omitted: { type: "integer", description: "Diagnostics left out." },
  upcoming: { type: "object", description: "What the next rules add." },
  specPackage: { type: "object", description: "The rules used." },
  registry: { type: "object", description: "The registry used, and idStatus." },
} as const satisfies Outline<typeof validationResultSchema>;

// What the answers of two tools have in common is described once, in validateProposal.
const same = { description: "Same." };
const buildResult: Outline<typeof builtResultSchema> = {
  valid: { type: validationResult.valid.type, ...same },
  summary: { type: validationResult.summary.type, ...same },
  diagnostics: { ...objects, ...same },
  skippedRules: { type: validationResult.skippedRules.type, ...same },
  omitted: { type: validationResult.omitted.type, ...same },
  upcoming: { type: validationResult.upcoming.type, ...same },
  specPackage: { type: validationResult.specPackage.type, ...same },
  registry: { type: validationResult.registry.type, ...same },
  proposalPackage: { type: "object", description: "What to submit, if valid is true." },
  ownerReview: { type: "string", description: "Show it before you submit." },
  submission: { type: "object", description: "Where and how to submit it." },
};

const verdictMembers = ["valid", "summary", "diagnostics"];
const outputs: { readonly [id in OperationId]: object } = {
  listDomains: outlineOf("", domainList, ["domains"]),
  validateProposal: outlineOf("", validationResult, verdictMembers),
  buildProposal: outlineOf("As in validateProposal, and more if valid. ", buildResult, verdictMembers),
};

function outlineOf(about: string, properties: object, required: readonly string[]): object {
  return { type: "object", description: `${about}More properties may come.`, properties, required };
}

/** The most that the list of tools may take: every agent session pays for it. */
export const maxToolListBytes = 5_000;

/** The most that the outline of a candidate may take of it, as JSON. */
export const maxOutlineBytes = 1_200;

/**
 * The MCP tools, one for each operation. `outline` is a JSON Schema of the candidates, if all of them are of one domain. It
 * only informs: nothing is checked against it.
 *
 * @example
 * createMcpTools().map(({ name }) => name); // ["listDomains", "validateProposal", "buildProposal"]
 */
export function createMcpTools(outline?: JsonObject): readonly McpTool[] {
  const inputs = inputsWith(outline);
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
