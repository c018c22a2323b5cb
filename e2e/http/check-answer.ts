import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  inlineReferences,
  type JsonObject,
  type OperationId,
  type ProblemCode,
  type ProblemDocument,
  problemCatalogue,
  problemSchema,
} from "@assay/contract";
import { closeSchema } from "@assay/testing/close-schema";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** A received answer, with header names in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: string;
}

interface DeclaredResponse {
  readonly content?: { readonly [type: string]: { readonly schema: JsonObject } };
}
interface OpenApiDocument {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly operationId: string;
        readonly responses: { readonly [status: string]: DeclaredResponse };
      };
    };
  };
}

const openapi: JsonObject = JSON.parse(
  readFileSync(new URL(import.meta.resolve("@assay/contract/generated/openapi.json")), "utf8"),
);
const description = inlineReferences(openapi, openapi) as unknown as OpenApiDocument;
const declaredResponses = new Map(
  Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).map(([status, response]) => [`${operationId} ${status}`, response] as const),
    ),
);
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const validators = new WeakMap<JsonObject, ValidateFunction>();

/** Checks that an answer conforms to openapi.json: its status, content type and every property. */
export function checkAnswer(operation: OperationId, answer: Answer, publicUrl: string): void {
  const response = declaredResponses.get(`${operation} ${answer.status}`);
  assert.ok(response, `${operation} does not declare ${answer.status}: ${answer.body.slice(0, 500)}`);
  assert.match(answer.headers["x-request-id"] ?? "", uuid);
  const [[type, media] = []] = Object.entries(response.content ?? {});
  if (type === undefined || media === undefined) {
    assert.equal(answer.body, "");
    return;
  }
  assert.equal(answer.headers["content-type"], `${type}; charset=utf-8`);
  const value: unknown = JSON.parse(answer.body);
  const isValid = compileValidator(media.schema);
  assert.ok(isValid(value), `${operation} ${answer.status}: ${ajv.errorsText(isValid.errors)} in ${answer.body}`);
  if (answer.status >= 400) checkProblem(answer, publicUrl);
}

/** Checks that an answer is a problem from the catalogue, and returns its code. */
export function checkProblem(answer: Answer, publicUrl: string): ProblemCode {
  const { headers, status } = answer;
  assert.equal(headers["content-type"], "application/problem+json; charset=utf-8", answer.body);
  assert.equal(headers["cache-control"], "no-store");
  const problem = JSON.parse(answer.body) as ProblemDocument;
  const isValid = compileValidator(problemSchema);
  assert.ok(isValid(problem), `${ajv.errorsText(isValid.errors)} in ${answer.body}`);
  const entry = problemCatalogue[problem.code];
  assert.deepEqual([problem.status, entry.status, problem.title], [status, status, entry.title]);
  assert.equal(problem.type, `${publicUrl}/problems/${problem.code}`);
  assert.equal(problem.requestId, headers["x-request-id"]);
  assert.equal(headers["retry-after"], problem.retryAfterSeconds?.toString());
  if (status === 405) assert.match(headers.allow ?? "", /^(GET, HEAD|POST)$/);
  return problem.code;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function compileValidator(schema: JsonObject): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(closeSchema(schema));
  validators.set(schema, validator);
  return validator;
}
