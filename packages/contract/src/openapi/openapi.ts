import { type ProblemEntry, problemCatalogue } from "../catalogues/problem-catalogue.ts";
import { listedProductSchema } from "../documents/domain-list.ts";
import type { JsonObject } from "../json/json.ts";
import { type OperationId, operationIds, operations } from "../operations.ts";
import { rateLimitInWords, whatIsCounted } from "../rate-limit-text.ts";
import { createExamples } from "./openapi-examples.ts";
import { createHeaders, headerComponents } from "./openapi-headers.ts";
import { createResponses, listProblemResponses } from "./openapi-problems.ts";
import { createMedia, createSchemas } from "./openapi-schemas.ts";

/**
 * Creates the OpenAPI description of the service at this URL (without a trailing slash).
 *
 * Schemas and error responses are named components, so that generated clients have named types. The schema of a request
 * is a plain object without `$ref`, because tools that turn operations into functions for agents do not resolve
 * references in arguments. No header is a parameter, because these tools would let an agent's arguments overwrite its
 * credentials.
 *
 * @example
 * const openapi = createOpenapi("https://assay.example");
 */
export function createOpenapi(publicUrl: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: {
      title: "Assay",
      version: "1.0.0",
      summary: "Checks proposals before they are submitted, and builds the package to submit.",
      description: describeService(publicUrl),
      contact: { name: "The operator of this service", url: `${publicUrl}/llms.txt` },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    tags: [{ name: "proposals", description: "List domains, validate a proposal, build its package." }],
    paths: Object.fromEntries(
      operationIds.map((id) => [
        operations[id].path,
        { [operations[id].method.toLowerCase()]: describeOperation(id, publicUrl) },
      ]),
    ),
    components: {
      schemas: createSchemas(),
      responses: createResponses(publicUrl),
      headers: headerComponents,
      securitySchemes: {
        bearerKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key from the identity service: `ai_...`. `GET /api/domains` requires no key, but if you send one, it must be valid. Where `/.well-known/oauth-protected-resource` exists (RFC 9728), an access token from the authorization server that it names is accepted too.",
        },
      },
    },
  };
}

const listedProduct = {
  name: "targetProduct",
  in: "query",
  required: false,
  description: listedProductSchema.description,
  schema: { type: "string", pattern: listedProductSchema.pattern },
} as const;

function describeService(publicUrl: string): string {
  return [
    "Nothing is stored or forwarded: the caller submits the built package to the target product.",
    `Calls are made with an API key from the identity service or, where the operator has enabled it, through agent-auth: a person grants an agent a capability, and the identity service makes the agent's calls with signed headers. ${publicUrl}/docs lists where keys are issued and the names of the capabilities.`,
    `The rate limit is ${rateLimitInWords}, across all operations. ${whatIsCounted}`,
    describeMcp(publicUrl),
    "Within 1.x, properties and codes are only added: ignore properties that you do not know.",
  ].join("\n\n");
}

// OpenAPI cannot describe MCP, so this text explains how a tool call differs from a request.
function describeMcp(publicUrl: string): string {
  return [
    `The same operations are MCP tools at \`POST ${publicUrl}/mcp\` (Streamable HTTP, no sessions), with the same API key.`,
    "A tool is named after its `operationId`. Its arguments are the properties of the request body. Its result is one text for a model: an invalid verdict line by line, a built package with what to do before it is submitted, and otherwise the response body with status 200.",
    `A problem that a model can act on (${modelProblemCodes.join(", ")}) is a result with \`isError\` whose text is the problem document as JSON. Any other problem (400, 401, 413, 415, 429 and so on) is a JSON-RPC error with the HTTP status of the problem, whose \`data\` is the problem document.`,
    "Each tool call counts like any other call, even if the tool does not exist, and so does a message that is not readable JSON. Messages that call no tool do not count.",
  ].join(" ");
}

const modelProblemCodes = Object.entries<ProblemEntry>(problemCatalogue)
  .filter(([, entry]) => entry.forModel)
  .map(([code]) => `\`${code}\``);

const key = { bearerKey: [] } as const;
const securityById: { readonly [id in OperationId]: readonly JsonObject[] } = {
  listDomains: [{}, key],
  validateProposal: [key],
  buildProposal: [key],
};

function describeOperation(id: OperationId, publicUrl: string): JsonObject {
  const { title, description, request, response } = operations[id];
  const example = createExamples(publicUrl)[id];
  return {
    operationId: id,
    summary: title,
    description,
    tags: ["proposals"],
    security: securityById[id],
    ...(id === "listDomains" && { parameters: [listedProduct] }),
    ...(request && {
      requestBody: { required: true, content: { "application/json": createMedia(request, example.request) } },
    }),
    responses: {
      200: {
        description: id === "listDomains" ? "The domains." : "The verdict, whether the candidate is valid or not.",
        headers: createHeaders("counted", ...(id === "listDomains" ? (["ETag"] as const) : [])),
        content: { "application/json": createMedia(response, example.result) },
      },
      ...(id === "listDomains" && {
        304: {
          description: "Nothing has changed since the ETag in `If-None-Match`.",
          headers: createHeaders("counted", "ETag"),
        },
      }),
      ...listProblemResponses(id),
    },
  };
}
