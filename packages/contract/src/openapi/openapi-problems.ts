import { type ProblemCode, type ProblemEntry, problemCatalogue } from "../catalogues/problem-catalogue.ts";
import { problemSchema } from "../documents/problem.ts";
import type { JsonObject } from "../json/json.ts";
import type { OperationId } from "../operations.ts";
import { createProblemExample } from "./openapi-examples.ts";
import { createHeaders, type HeaderName } from "./openapi-headers.ts";
import { createMedia } from "./openapi-schemas.ts";

const codes = Object.keys(problemCatalogue) as readonly ProblemCode[];
const names: ReadonlyMap<number, string> = new Map([
  [400, "BadRequest"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [405, "MethodNotAllowed"],
  [408, "RequestTimeout"],
  [413, "ContentTooLarge"],
  [414, "UriTooLong"],
  [415, "UnsupportedMediaType"],
  [422, "UnprocessableContent"],
  [429, "TooManyRequests"],
  [431, "HeadersTooLarge"],
  [500, "InternalServerError"],
  [503, "ServiceUnavailable"],
]);

const headersByStatus: { readonly [status: number]: readonly HeaderName[] } = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

// Not every request with these statuses counts: if its head is incomplete or too large, it never becomes a call.
const uncounted: ReadonlySet<number> = new Set([405, 408, 431]);

/** Returns references to the responses for the problems that an operation can answer with, by status. */
export function listProblemResponses(id: OperationId): JsonObject {
  const possibleCodes = codes.filter((code) => {
    const { operations } = problemCatalogue[code];
    return operations === "every" || (operations === "with-body" && id !== "listDomains");
  });
  const statuses = new Set(possibleCodes.map((code) => problemCatalogue[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: `#/components/responses/${names.get(status)}` }]),
  );
}

/** Creates the responses that operations refer to, for `components.responses`. */
export function createResponses(publicUrl: string): JsonObject {
  return Object.fromEntries([...names].map(([status, name]) => [name, createProblemResponse(status, publicUrl)]));
}

function createProblemResponse(status: number, publicUrl: string): JsonObject {
  const entries = Object.entries<ProblemEntry>(problemCatalogue);
  const problems = entries.filter(([, entry]) => entry.status === status && entry.operations !== "none");
  const [example] = problems.flatMap(([code]) => createProblemExample(publicUrl, code as ProblemCode) ?? []);
  return {
    description: problems.map(([code, { title }]) => `${title} (\`${code}\`).`).join(" "),
    headers: createHeaders(uncounted.has(status) ? "uncounted" : "counted", ...(headersByStatus[status] ?? [])),
    content: { "application/problem+json": createMedia(problemSchema, example) },
  };
}
