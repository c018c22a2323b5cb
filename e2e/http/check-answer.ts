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

/** An answer, as it came over the wire; names of headers are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: string;
}

interface Declared {
  readonly content?: { readonly [type: string]: { readonly schema: JsonObject } };
}
interface Description {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly operationId: string;
        readonly responses: { readonly [status: string]: Declared };
      };
    };
  };
}

const openapi: JsonObject = JSON.parse(
  readFileSync(new URL(import.meta.resolve("@assay/contract/generated/openapi.json")), "utf8"),
);
const description = inlineReferences(openapi, openapi) as unknown as Description;
const declared = new Map(
  Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).map(([status, response]) => [`${operationId} ${status}`, response] as const),
    ),
);
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** Holds an answer of an operation against what openapi.json says of it: status, content type and every member. */
export function checkAnswer(operation: OperationId, answer: Answer, publicUrl: string): void {
  const response = declared.get(`${operation} ${answer.status}`);
  assert.ok(response, `${operation} does not declare ${answer.status}: ${answer.body.slice(0, 500)}`);
  assert.match(answer.headers["x-request-id"] ?? "", uuid);
  const [[type, media] = []] = Object.entries(response.content ?? {});
  if (type === undefined || media === undefined) {
    assert.equal(answer.body, "");
    return;
  }
  assert.equal(answer.headers["content-type"], `${type}; charset=utf-8`);
  const value: unknown = JSON.parse(answer.body);
  const fits = compileValidator(media.schema);
  assert.ok(fits(value), `${operation} ${answer.status}: ${ajv.errorsText(fits.errors)} in ${answer.body}`);
  if (answer.status >= 400) checkProblem(answer, publicUrl);
}

/** Holds an answer against the catalogue of problems, whatever was asked. */
export function checkProblem(answer: Answer, publicUrl: string): ProblemCode {
  const { headers, status } = answer;
  assert.equal(headers["content-type"], "application/problem+json; charset=utf-8", answer.body);
  assert.equal(headers["cache-control"], "no-store");
  const problem = JSON.parse(answer.body) as ProblemDocument;
  const fits = compileValidator(problemSchema);
  assert.ok(fits(problem), `${ajv.errorsText(fits.errors)} in ${answer.body}`);
  const entry = problemCatalogue[problem.code];
  assert.deepEqual([problem.status, problem.status, problem.title], [status, entry.status, entry.title]);
  assert.equal(problem.type, `${publicUrl}/problems/${problem.code}`);
  assert.equal(problem.requestId, headers["x-request-id"]);
  assert.equal(headers["retry-after"], problem.retryAfterSeconds?.toString());
  if (status === 405) assert.match(headers.allow ?? "", /^(GET, HEAD|POST)$/);
  return problem.code;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function compileValidator(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const fresh = ajv.compile(closeSchema(schema));
  compiled.set(schema, fresh);
  return fresh;
}
