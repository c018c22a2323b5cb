import { type ProblemEntry, problemCatalogue } from "../catalogues/problem-catalogue.ts";
import { type DomainName, type ProblemDocument, problemSchema } from "../documents/problem.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { type OperationId, operationIds } from "../operations.ts";
import { createProblemExample, type ExampleCode, exampleCodes } from "./openapi-examples.ts";
import { type HeaderName, headersOf } from "./openapi-headers.ts";
import { referTo } from "./openapi-schemas.ts";

// A request with a wrong method is documented with the operation of its path.
const problemsOf: { readonly [id in OperationId]: readonly ExampleCode[] } = {
  listDomains: codesFor("every"),
  validateProposal: [...codesFor("every"), ...codesFor("with-body")],
  buildProposal: [...codesFor("every"), ...codesFor("with-body")],
};

function codesFor(operations: ProblemEntry["operations"]): readonly ExampleCode[] {
  return exampleCodes.filter((code) => problemCatalogue[code].operations === operations);
}

type ProblemStatus = (typeof problemCatalogue)[ExampleCode]["status"];

const names: { readonly [status in ProblemStatus]: string } = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  405: "MethodNotAllowed",
  408: "RequestTimeout",
  413: "ContentTooLarge",
  414: "UriTooLong",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  431: "HeadersTooLarge",
  500: "InternalServerError",
  503: "ServiceUnavailable",
};

const headersByStatus: { readonly [status: number]: readonly HeaderName[] } = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

// Not every request with this status is counted: one whose head is too large or incomplete never became a call.
const uncounted: ReadonlySet<ProblemStatus> = new Set([405, 408, 431]);

/** Returns the response for each status of a problem that this operation can answer with, as references. */
export function problemResponses(id: OperationId): JsonObject {
  return Object.fromEntries(
    statusesOf(id).map((status) => [status, { $ref: `#/components/responses/${responseName(id, status)}` }]),
  );
}

/** Returns the responses that operations refer to, for `components.responses`. */
export function responseComponents(publicUrl: string, serviceName: string, domain?: DomainName): JsonObject {
  const exampleOf = (id: OperationId, code: ExampleCode) =>
    createProblemExample(publicUrl, id, code, serviceName, domain);
  const components = operationIds.flatMap((id) =>
    statusesOf(id).map((status) => {
      const name = responseName(id, status);
      const users = operationIds.filter((other) => responseName(other, status) === name);
      return [name, problemResponse(status, codesOf(id, status), users, exampleOf)] as const;
    }),
  );
  return Object.fromEntries(components);
}

// Operations share a response if they answer with the same codes; otherwise the one without a body has its own.
function responseName(id: OperationId, status: ProblemStatus): string {
  const isShared = String(codesOf(id, status)) === String(codesOf("validateProposal", status));
  return isShared ? names[status] : `ListDomains${names[status]}`;
}

function statusesOf(id: OperationId): readonly ProblemStatus[] {
  return [...new Set(problemsOf[id].map((code) => problemCatalogue[code].status))];
}

function codesOf(id: OperationId, status: ProblemStatus): readonly ExampleCode[] {
  return problemsOf[id].filter((code) => problemCatalogue[code].status === status);
}

type ExampleOf = (id: OperationId, code: ExampleCode) => ProblemDocument;

function problemResponse(
  status: ProblemStatus,
  codes: readonly ExampleCode[],
  users: readonly OperationId[],
  exampleOf: ExampleOf,
): JsonObject {
  const examples = codes.flatMap((code) => examplesOf(code, users, exampleOf));
  return {
    description: codes.map((code) => `${problemCatalogue[code].title} (\`${code}\`).`).join(" "),
    headers: headersOf(uncounted.has(status) ? "uncounted" : "counted", ...(headersByStatus[status] ?? [])),
    content: {
      "application/problem+json": { schema: referTo(problemSchema), examples: Object.fromEntries(examples) },
    },
  };
}

// One example for each code, and one for each operation if the detail names the operation or its methods.
function examplesOf(code: ExampleCode, users: readonly OperationId[], exampleOf: ExampleOf) {
  const summary = problemCatalogue[code].title;
  const values = users.map((id) => ({ id, value: exampleOf(id, code) }));
  const distinct = values.filter(
    ({ value }, index) => values.findIndex((other) => other.value.detail === value.detail) === index,
  );
  return distinct.map(({ id, value }): readonly [name: string, example: Json] => [
    distinct.length === 1 ? code : `${code}-${id}`,
    // An example has the type of a real problem, which has no index signature and so does not match `Json`.
    { summary, value: value as unknown as Json },
  ]);
}
