import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type ProblemCode, problemCatalogue } from "../catalogues/problem-catalogue.ts";
import { builtResultSchema, refusedResultSchema } from "../documents/results.ts";
import { inlineReferences } from "../json/inline-references.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { operations } from "../operations.ts";
import { createOpenapi } from "./openapi.ts";

interface Media {
  readonly schema: JsonObject;
  readonly example?: JsonObject;
}
interface Message {
  readonly description?: string;
  readonly content?: { readonly [type: string]: Media };
  readonly headers?: JsonObject;
}
interface Operation {
  readonly operationId: string;
  readonly security: Json;
  readonly parameters?: Json;
  readonly requestBody?: Message;
  readonly responses: { readonly [status: string]: Message };
}

const publicUrl = "https://assay.example";
const openapi = createOpenapi(publicUrl);
type Paths = { readonly [path: string]: { readonly [method: string]: Operation } };
const paths = inlineReferences(openapi, openapi).paths as unknown as Paths;
const allOperations = Object.values(paths).flatMap((methods) => Object.values(methods));
const components = openapi.components as {
  readonly schemas: { readonly [name: string]: JsonObject };
  readonly responses: JsonObject;
  readonly securitySchemes: { readonly [name: string]: JsonObject };
};
const ajv = new Ajv2020({ strict: true, allErrors: true });

/** The codes that no operation returns, and where they are returned instead. */
const unused = {
  "origin-not-allowed": "only POST /mcp checks Origin",
  "not-found": "only paths that are not described",
  "misdirected-host": "only POST /mcp checks Host",
};

test("describes the three operations under their ids", () => {
  assert.equal(openapi.openapi, "3.1.0");
  assert.deepEqual(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    ),
    Object.entries(operations).map(([id, { method, path }]) => `${method.toLowerCase()} ${path} ${id}`),
  );
  assert.equal(new Set(allOperations.map(({ operationId }) => operationId)).size, 3);
});

test("request schemas have no $ref, every body is an object or a union of objects, and no header is a parameter", () => {
  assert.doesNotMatch(JSON.stringify(openapi), /"in":"(header|path|cookie)"|x-adt-proxy/i);
  const parameters = allOperations.flatMap(({ parameters: listed = [] }) => listed as readonly JsonObject[]);
  assert.deepEqual(
    parameters.map(({ name, in: location, required }) => [name, location, required]),
    [["targetProduct", "query", false]],
  );
  assert.doesNotMatch(JSON.stringify(components.schemas.ProposalRequest), /"\$ref"/);
  for (const { schema } of allOperations.flatMap(listMedia)) {
    assert.equal(schema.type, "object");
    assert.ok(!["allOf", "anyOf"].some((keyword) => keyword in schema));
  }
});

test("the result of a build is a union on valid, and only a valid result has a package", () => {
  const parts = ["BuiltResult", "RefusedResult"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  assert.deepEqual(components.schemas.BuildResult?.oneOf, parts);
  const { properties, required } = builtResultSchema;
  assert.deepEqual([properties.valid.const, refusedResultSchema.properties.valid.const], [true, false]);
  for (const name of ["proposalPackage", "ownerReview", "submission"] as const) {
    assert.ok(required.includes(name), name);
    assert.ok(!(name in refusedResultSchema.properties), name);
  }
});

test("answers allow unknown properties, so that additions do not break clients", () => {
  const answers = allOperations.flatMap(({ responses }) => listMedia({ responses }).map(({ schema }) => schema));
  assert.doesNotMatch(JSON.stringify(answers), /"additionalProperties":false|unevaluatedProperties/);
  const { additionalProperties } = allOperations[1]?.requestBody?.content?.["application/json"]?.schema ?? {};
  assert.equal(additionalProperties, false, "a request is refused if a property is misspelled");
});

test("every operation and three problems have an example that matches its schema, without unknown properties", () => {
  const media = allOperations.flatMap((operation) => listMedia(operation).map((body) => ({ ...body, operation })));
  for (const { schema, example, operation } of media) {
    const check = ajv.compile(closeObjects(schema) as object);
    if (example) assert.ok(check(example), `${operation.operationId}: ${ajv.errorsText(check.errors)}`);
  }
  const codes = new Set(media.flatMap(({ example }) => (typeof example?.code === "string" ? [example.code] : [])));
  assert.deepEqual([...codes].sort(), ["invalid-envelope", "missing-credentials", "rate-limited"]);
  for (const { requestBody, responses } of allOperations) {
    assert.ok(responses[200]?.content?.["application/json"]?.example);
    if (requestBody) assert.ok(requestBody.content?.["application/json"]?.example);
  }
  assert.ok(Buffer.byteLength(JSON.stringify(openapi)) <= 45_000);
});

test("describes every problem code under its status, except the codes that only other paths return", () => {
  const described = allOperations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { description = "" }]) =>
      [...description.matchAll(/\(`([a-z-]+)`\)/g)].map(([, code = ""]) => {
        assert.equal(String(problemCatalogue[code as ProblemCode].status), status);
        return code;
      }),
    ),
  );
  assert.deepEqual([...new Set([...described, ...Object.keys(unused)])].sort(), Object.keys(problemCatalogue).sort());
});

test("the key is optional for listDomains and required for the other operations", () => {
  const key = { bearerKey: [] };
  assert.deepEqual(
    allOperations.map(({ security }) => security),
    [[{}, key], [key], [key]],
  );
});

function listMedia({ requestBody, responses }: Pick<Operation, "requestBody" | "responses">): readonly Media[] {
  return [requestBody ?? {}, ...Object.values(responses)].flatMap(({ content }) => Object.values(content ?? {}));
}

// Forbids unknown members in objects that declare members. Other objects, such as a candidate in a result, stay open.
function closeObjects(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closeObjects(value)]));
  return typeof inner.properties === "object" ? { type: "object", ...inner, additionalProperties: false } : inner;
}
