import type { Json, JsonObject } from "./json.ts";
import { createProblemExample, createResultExamples, type ExampleCode, requestExamples } from "./openapi-examples.ts";
import { type OperationId, operations } from "./operations.ts";
import { problemSchema } from "./problem.ts";
import { problemCatalogue } from "./problem-catalogue.ts";

/**
 * The OpenAPI description of a service at this address (without a slash at its end).
 *
 * Every schema is written out in its place and every root is a plain object, because tools that turn operations into
 * functions for agents follow no `$ref`; and no header is a parameter, because they would let an agent's arguments
 * overwrite its credentials.
 */
export function createOpenapi(publicUrl: string): JsonObject {
  const ids = Object.keys(operations) as OperationId[];
  return {
    openapi: "3.1.0",
    info: {
      title: "Assay",
      version: "1.0.0",
      summary: "Checks proposals before they are submitted, and builds the package that is.",
      description:
        "Nothing is stored and nothing is forwarded: the caller submits the built package to the target product. At most 20 calls in any 60 seconds, over all operations together. Within 1.x members and codes are only added: ignore members that you do not know.",
      contact: { name: "The operator of this service", url: `${publicUrl}/llms.txt` },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    tags: [{ name: "proposals", description: "From the domains that there are to a package that can be submitted." }],
    paths: Object.fromEntries(
      ids.map((id) => [operations[id].path, { [operations[id].method.toLowerCase()]: operation(id, publicUrl) }]),
    ),
    components: {
      securitySchemes: {
        bearerKey: { type: "http", scheme: "bearer", description: "An identity-service key: `ai_...`." },
      },
    },
  };
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

// A request that matches a path but not its method is documented with the operation that the path has.
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

function operation(id: OperationId, publicUrl: string): JsonObject {
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
        304: { description: "Nothing changed since the ETag that was sent.", headers: headersOf("counted", "ETag") },
      }),
      ...problemResponses(id, publicUrl),
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
  const valid = { summary: "A candidate with nothing wrong", value: requestExamples.valid };
  if (id === "buildProposal")
    return { valid, agent: { summary: "A candidate that an agent owns", value: requestExamples.agent } };
  return { valid, alias: { summary: "A candidate with a type by another name", value: requestExamples.alias } };
}

function resultsOf(id: OperationId, publicUrl: string): Examples {
  const { domains, valid, alias, agent, built } = createResultExamples(publicUrl);
  if (id === "listDomains") return { domains: { summary: "One domain, whose rules will change", value: domains } };
  if (id === "validateProposal")
    return {
      valid: { summary: "Nothing is wrong", value: valid },
      invalid: { summary: "One mistake, and the patch that mends it", value: alias },
    };
  return {
    package: { summary: "The package, and how to submit it", value: built },
    errors: { summary: "No package: a person has to decide", value: agent },
  };
}

function problemResponses(id: OperationId, publicUrl: string): JsonObject {
  const byStatus = Map.groupBy(problemsOf[id], (code) => problemCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = codes.map((code): [string, Example] => [
        code,
        { summary: problemCatalogue[code].title, value: createProblemExample(publicUrl, id, code) },
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

const text = { type: "string" } as const;
const headers = {
  "X-Request-Id": { description: "Names this request, for questions to the operator.", schema: text },
  "RateLimit-Policy": {
    description: "How many calls (`q`) fit into how many seconds (`w`). Absent where nothing is counted.",
    schema: text,
    example: '"calls";q=20;w=60',
  },
  RateLimit: {
    description:
      "How many calls remain (`r`), and after how many seconds (`t`) there is one more. Absent where nothing is counted.",
    schema: text,
    example: '"calls";r=19;t=60',
  },
  "Retry-After": {
    description: "Seconds to wait; also in `retryAfterSeconds`.",
    schema: { type: "integer", minimum: 1 },
    example: 17,
  },
  ETag: { description: "Strong; send it as `If-None-Match` to get 304 while nothing changes.", schema: text },
  "WWW-Authenticate": {
    description: "Which credentials are taken; without `error` where none were sent.",
    schema: text,
    example: 'Bearer realm="assay", error="invalid_token"',
  },
  Allow: { description: "The methods that fit the path.", schema: text },
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

// The examples are typed as what they are examples of; as JSON they have no index signature.
function media(schema: JsonObject, examples: Examples): JsonObject {
  return { schema, examples: examples as unknown as Json };
}
