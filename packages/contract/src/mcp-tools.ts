import { type domainListSchema, listedProductSchema } from "./documents/domain.ts";
import { advertisedEnvelopeSchema, type Envelope } from "./documents/envelope.ts";
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

function inputsWith(outline: JsonObject | undefined): { readonly [id in OperationId]: object } {
  const candidate = { ...members.candidate, ...outline };
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

// Over MCP nobody is told who calls.
const domainList: Omit<Outline<typeof domainListSchema>, "caller"> = {
  domains: {
    ...objects,
    description: "Each with targetProduct, domainId, status, specPackageUrl, candidateSchemaUrl and submissionUrl.",
  },
  truncated: { type: "boolean", description: "True if cut." },
  note: { type: "string", description: "How to see the rest." },
  engine: { type: "object", description: "Its version." },
};

const validationResult = {
  valid: { type: "boolean", description: "True if there are no errors." },
  summary: { type: "string", description: "The verdict in one sentence." },
  counts: { type: "object", description: "Diagnostics by severity." },
  diagnostics: {
    ...objects,
    description: "Each with code, path, message, params, needs, docs and fixes. A fix without a patch is in repair.",
  },
  truncated: { type: "boolean", description: "True if cut." },
  repair: {
    type: "object",
    description: "One patch that combines fixes: safe, or to review.",
  },
  checks: { type: "object", description: "Which checks ran or were skipped." },
  normalizations: { ...objects, description: "What was normalized." },
  announced: { type: "object", description: "Changes under the next rules." },
  upcoming: { type: "object", description: "The verdict under the next rules." },
  evidence: { type: "object", description: "The rules and registry used." },
} as const satisfies Outline<typeof validationResultSchema>;

// What the answers of two tools have in common is described once, in validateProposal.
const same = { description: "Same." };
const buildResult: Outline<typeof builtResultSchema> = {
  valid: { type: validationResult.valid.type, ...same },
  summary: { type: validationResult.summary.type, ...same },
  counts: { type: validationResult.counts.type, ...same },
  diagnostics: { ...objects, ...same },
  truncated: { type: validationResult.truncated.type, ...same },
  repair: { type: validationResult.repair.type, ...same },
  checks: { type: validationResult.checks.type, ...same },
  normalizations: { ...objects, ...same },
  announced: { type: validationResult.announced.type, ...same },
  upcoming: { type: validationResult.upcoming.type, ...same },
  evidence: { type: validationResult.evidence.type, ...same },
  proposalPackage: { type: "object", description: "What to submit, if valid is true." },
  ownerReview: { type: "string", description: "Show it before you submit." },
  submission: { type: "object", description: "Where and how to submit it." },
};

const verdictMembers = ["valid", "summary", "counts", "diagnostics"];
const outputs: { readonly [id in OperationId]: object } = {
  listDomains: outlineOf("", domainList, ["domains"]),
  validateProposal: outlineOf("", validationResult, verdictMembers),
  buildProposal: outlineOf("As in validateProposal, and more if valid. ", buildResult, verdictMembers),
};

function outlineOf(about: string, properties: object, required: readonly string[]): object {
  return { type: "object", description: `${about}More properties may come.`, properties, required };
}

/** The most that the list of tools may take: every agent session pays for it. */
export const maxToolListBytes = 7_500;

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
