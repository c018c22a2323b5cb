import { whatIsCounted } from "./counting.ts";
import type { Json, JsonObject } from "./json.ts";
import { createProblemExample, createResultExamples, type ExampleCode, requestExamples } from "./openapi-examples.ts";
import { type OperationId, operationIds, operations } from "./operations.ts";
import { problemSchema } from "./problem.ts";
import { problemCatalogue } from "./problem-catalogue.ts";

/**
 * Creates the OpenAPI description of the service at this URL (without a trailing slash).
 *
 * Every schema is inlined and every root schema is a plain object, because tools that turn operations into functions for
 * agents do not follow `$ref`. No header is a parameter, because such tools would let an agent's arguments overwrite its
 * credentials.
 *
 * Capability names in it begin with `serviceName`, which is `assay` by default.
 *
 * @example
 * const openapi = createOpenapi("https://assay.example");
 */
export function createOpenapi(publicUrl: string, serviceName = "assay"): JsonObject {
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
        { [operations[id].method.toLowerCase()]: operation(id, publicUrl, serviceName) },
      ]),
    ),
    components: {
      securitySchemes: {
        bearerKey: { type: "http", scheme: "bearer", description: "An API key from the identity service: `ai_...`." },
      },
    },
  };
}

function describeService(publicUrl: string): string {
  return [
    "Nothing is stored or forwarded: the caller submits the built package to the target product.",
    `Calls are made with an API key from the identity service or, where the operator has enabled it, through agent-auth: a person grants an agent a capability, and the identity service makes the agent's calls with signed headers. ${publicUrl}/docs says where keys are issued and what the capabilities are called.`,
    `The rate limit is 20 calls in any 60 seconds, across all operations. ${whatIsCounted}`,
    `The same operations are MCP tools at POST ${publicUrl}/mcp (Streamable HTTP, no sessions), with an API key. Each call of a tool counts like any other call; other messages do not count.`,
    "Within 1.x, properties and codes are only added: ignore properties that you do not know.",
  ].join("\n\n");
}

const anyOperation = [
  "bad-request",
  "conflicting-credentials",
  "invalid-credentials",
  "capability-not-granted",
  "method-not-allowed",
  "uri-too-long",
  "headers-too-large",
  "rate-limited",
  "internal",
  "identity-unavailable",
  "overloaded",
  "shutting-down",
] as const satisfies readonly ExampleCode[];

const withBody = [
  ...anyOperation,
  "malformed-json",
  "ambiguous-json",
  "json-too-deep",
  "missing-credentials",
  "request-timeout",
  "body-too-large",
  "unsupported-media-type",
  "credential-in-body",
  "invalid-envelope",
  "unknown-domain",
  "spec-package-unavailable",
  "registry-unavailable",
] as const satisfies readonly ExampleCode[];

// A request with a wrong method is documented with the operation of its path.
const problemsOf: { readonly [id in OperationId]: readonly ExampleCode[] } = {
  listDomains: anyOperation,
  validateProposal: withBody,
  buildProposal: withBody,
};

const key = { bearerKey: [] } as const;
const securityOf: { readonly [id in OperationId]: readonly JsonObject[] } = {
  listDomains: [{}, key],
  validateProposal: [key],
  buildProposal: [key],
};

function operation(id: OperationId, publicUrl: string, serviceName: string): JsonObject {
  const { title, description, request, response } = operations[id];
  const answers = resultsOf(id, publicUrl);
  return {
    operationId: id,
    summary: title,
    description,
    tags: ["proposals"],
    security: securityOf[id],
    ...(request && { requestBody: { required: true, content: json(request, requestsOf(id)) } }),
    responses: {
      200: {
        description: id === "listDomains" ? "The domains." : "The verdict, whether the candidate is valid or not.",
        headers: headersOf("counted", ...(id === "listDomains" ? (["ETag"] as const) : [])),
        content: json(response, answers),
      },
      ...(id === "listDomains" && {
        304: {
          description: "Nothing has changed since the ETag in `If-None-Match`.",
          headers: headersOf("counted", "ETag"),
        },
      }),
      ...problemResponses(id, publicUrl, serviceName),
    },
  };
}

interface Example {
  readonly summary: string;
  readonly value: object;
}

interface Examples {
  readonly [name: string]: Example;
}

function requestsOf(id: OperationId): Examples {
  const valid = { summary: "A valid candidate", value: requestExamples.valid };
  if (id === "buildProposal")
    return { valid, agent: { summary: "A candidate owned by an agent", value: requestExamples.agent } };
  return { valid, alias: { summary: "A candidate that uses an alias of a type", value: requestExamples.alias } };
}

function resultsOf(id: OperationId, publicUrl: string): Examples {
  const { domains, valid, alias, agent, built } = createResultExamples(publicUrl);
  if (id === "listDomains") return { domains: { summary: "One domain, with new rules announced", value: domains } };
  if (id === "validateProposal")
    return {
      valid: { summary: "Valid", value: valid },
      invalid: { summary: "One error, with a patch that fixes it", value: alias },
    };
  return {
    package: { summary: "The package and how to submit it", value: built },
    errors: { summary: "No package: a person must decide", value: agent },
  };
}

function problemResponses(id: OperationId, publicUrl: string, serviceName: string): JsonObject {
  const byStatus = Map.groupBy(problemsOf[id], (code) => problemCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = codes.map((code): [string, Example] => [
        code,
        { summary: problemCatalogue[code].title, value: createProblemExample(publicUrl, id, code, serviceName) },
      ]);
      return [status, problemResponse(status, codes, Object.fromEntries(examples))];
    }),
  );
}

function problemResponse(status: number, codes: readonly ExampleCode[], examples: Examples): JsonObject {
  return {
    description: codes.map((code) => `${problemCatalogue[code].title} (\`${code}\`).`).join(" "),
    headers: headersOf(status === 405 ? "uncounted" : "counted", ...(headersByStatus[status] ?? [])),
    content: { "application/problem+json": media(problemSchema, examples) },
  };
}

const headersByStatus: { readonly [status: number]: readonly HeaderName[] } = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

const string = { type: "string" } as const;
const headers = {
  "X-Request-Id": { description: "Identifies this request; quote it in questions to the operator.", schema: string },
  "RateLimit-Policy": {
    description: "The rate limit: calls (`q`) per window in seconds (`w`). Absent if the request does not count.",
    schema: string,
    example: '"calls";q=20;w=60',
  },
  RateLimit: {
    description:
      "The calls that remain (`r`), and the seconds until there is one more (`t`). Absent if the request does not count.",
    schema: string,
    example: '"calls";r=19;t=60',
  },
  "Retry-After": {
    description: "Seconds to wait; the same as `retryAfterSeconds`.",
    schema: { type: "integer", minimum: 1 },
    example: 17,
  },
  ETag: {
    description: "A strong ETag. Send it in `If-None-Match` to get 304 while nothing has changed.",
    schema: string,
  },
  "WWW-Authenticate": {
    description: "The accepted credentials; `error` is absent if none were sent.",
    schema: string,
    example: 'Bearer realm="assay", error="invalid_token"',
  },
  Allow: { description: "The methods that the path supports.", schema: string },
} as const;

type HeaderName = keyof typeof headers;

function headersOf(kind: "counted" | "uncounted", ...more: readonly HeaderName[]): JsonObject {
  const always: readonly HeaderName[] =
    kind === "counted" ? ["X-Request-Id", "RateLimit-Policy", "RateLimit"] : ["X-Request-Id"];
  return Object.fromEntries([...always, ...more].map((name) => [name, headers[name]]));
}

function json(schema: JsonObject, examples: Examples): JsonObject {
  return { "application/json": media(schema, examples) };
}

// The examples have the types of real results, which have no index signature and so do not match `Json`.
function media(schema: JsonObject, examples: Examples): JsonObject {
  return { schema, examples: examples as unknown as Json };
}
