import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "./json.ts";
import { createOpenapi } from "./openapi.ts";
import { createResultExamples, requestExamples } from "./openapi-examples.ts";
import { operations } from "./operations.ts";
import { problemCatalogue } from "./problem-catalogue.ts";
import type { ValidationResult } from "./results.ts";

interface Media {
  readonly schema: JsonObject;
  readonly examples: { readonly [name: string]: { readonly value: JsonObject } };
}
interface Message {
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
const paths = openapi.paths as unknown as { readonly [path: string]: { readonly [method: string]: Operation } };
const described = Object.values(paths).flatMap((methods) => Object.values(methods));
const ajv = new Ajv2020({ strict: true, allErrors: true });

/** Codes that no operation answers with, and who meets them instead. */
const elsewhere = {
  "origin-not-allowed": "only POST /mcp checks Origin",
  "not-found": "only paths that are not described",
  "not-acceptable": "only pages come in several forms",
  "misdirected-host": "only POST /mcp checks Host",
};

test("the description has the three operations, under their own names", () => {
  assert.equal(openapi.openapi, "3.1.0");
  assert.deepEqual(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    ),
    Object.entries(operations).map(([id, { method, path }]) => `${method.toLowerCase()} ${path} ${id}`),
  );
  assert.equal(new Set(described.map(({ operationId }) => operationId)).size, 3);
});

test("nothing is behind a $ref, every root is a plain object and no header is a parameter", () => {
  assert.doesNotMatch(JSON.stringify(openapi), /"\$ref"|"parameters"|x-adt-proxy/i);
  for (const { schema } of described.flatMap(mediaOf)) {
    assert.equal(schema.type, "object");
    assert.ok(!["allOf", "anyOf", "oneOf"].some((keyword) => keyword in schema));
  }
});

test("every answer with a body has examples, and they fit its schema with all objects closed", () => {
  let examples = 0;
  for (const operation of described) {
    for (const { schema, examples: some } of mediaOf(operation)) {
      const check = ajv.compile(closed(schema) as object);
      assert.ok(Object.keys(some).length > 0);
      for (const [name, { value }] of Object.entries(some)) {
        assert.ok(check(value), `${operation.operationId} ${name}: ${ajv.errorsText(check.errors)}`);
        examples++;
      }
    }
  }
  assert.ok(examples > 50);
  const bodiless = described.flatMap(({ responses }) =>
    Object.keys(responses).filter((status) => !responses[status]?.content),
  );
  assert.deepEqual(bodiless, ["304"]);
});

test("closing a schema lets no undeclared member through", () => {
  const check = ajv.compile(closed({ type: "object", properties: { a: { properties: { b: {} } } } }) as object);
  assert.equal(check({ a: { b: 1 } }), true);
  assert.equal(check({ a: { c: 1 } }), false);
  assert.equal(check({ c: 1 }), false);
});

test("every code of the problem catalogue is described under its status, or is met elsewhere", () => {
  const found = new Set<string>();
  for (const { responses } of described) {
    for (const [status, { content }] of Object.entries(responses)) {
      for (const [code, { value }] of Object.entries(content?.["application/problem+json"]?.examples ?? {})) {
        assert.deepEqual([value.code, String(value.status)], [code, status]);
        assert.equal(value.type, `${publicUrl}/problems/${code}`);
        found.add(code);
      }
    }
  }
  assert.deepEqual([...found, ...Object.keys(elsewhere)].sort(), Object.keys(problemCatalogue).sort());
});

test("an operation without a body has no answer about one", () => {
  const statuses = Object.keys(described[0]?.responses ?? {});
  assert.deepEqual(statuses, ["200", "304", "400", "401", "403", "405", "414", "429", "431", "500", "503"]);
});

test("the key is optional for the list and required for the rest", () => {
  const key = { bearerKey: [] };
  assert.deepEqual(
    described.map(({ security }) => security),
    [[{}, key], [key], [key]],
  );
});

test("headers are described where they are sent", () => {
  for (const { responses } of described) {
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      assert.ok("X-Request-Id" in headers);
      assert.equal("RateLimit" in headers && "RateLimit-Policy" in headers, status !== "405", status);
      assert.equal("Retry-After" in headers, status === "429" || status === "503", status);
      assert.equal("WWW-Authenticate" in headers, status === "401", status);
      assert.equal("Allow" in headers, status === "405", status);
    }
  }
});

test("two services differ in their address alone", () => {
  const text = JSON.stringify(openapi).replaceAll(publicUrl, "http://127.0.0.1:8080/assay");
  assert.equal(text, JSON.stringify(createOpenapi("http://127.0.0.1:8080/assay")));
});

test("the worked examples are what golden cases say", () => {
  const { valid, alias, agent, built } = createResultExamples(publicUrl);
  const loyaltyCard: JsonObject = readJson("candidates/loyalty-card");
  assert.deepEqual(requestExamples.valid.candidate, loyaltyCard);
  for (const [name, result, request] of [
    ["contract/section-6-package", valid, requestExamples.valid],
    ["fixes/alias", alias, requestExamples.alias],
    ["owner/agent", agent, requestExamples.agent],
  ] as const) {
    const { verdict, edit } = readCase(name);
    assert.deepEqual(withoutServerParts(result), verdict, name);
    assert.deepEqual(request.candidate, edited(loyaltyCard, edit ?? []), name);
  }
  assert.deepEqual(built.proposalPackage, readCase("contract/section-6-package").proposalPackage);
  assert.deepEqual(built.ownerReview?.split("\n"), readCase("contract/section-6-package").ownerReview);
});

function mediaOf({ requestBody, responses }: Operation): readonly Media[] {
  return [requestBody ?? {}, ...Object.values(responses)].flatMap(({ content }) => Object.values(content ?? {}));
}

// Objects that declare members take no others; those that declare none (a candidate in a result) hold anything.
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  return typeof inner.properties === "object" ? { type: "object", ...inner, additionalProperties: false } : inner;
}

interface Edit {
  readonly op: "replace";
  readonly path: string;
  readonly value: Json;
}

function edited(candidate: JsonObject, edits: readonly Edit[]): JsonObject {
  const copy = structuredClone(candidate);
  for (const { op, path, value } of edits) {
    assert.equal(op, "replace");
    const tokens = path.split("/").slice(1);
    const last = tokens.pop() ?? "";
    const parent = tokens.reduce<Json>((at, token) => (at as JsonObject)[token] ?? null, copy);
    Object.assign(parent as object, { [last]: value });
  }
  return copy;
}

function withoutServerParts({ evidence, diagnostics, ...rest }: ValidationResult) {
  const { generatorId } = evidence.registry;
  return {
    ...rest,
    registry: { generatorId },
    diagnostics: diagnostics.map(({ docs: _, resource: __, ...diagnostic }) => diagnostic),
  };
}

interface GoldenCase {
  readonly edit?: readonly Edit[];
  readonly verdict: JsonObject;
  readonly ownerReview?: readonly string[];
  readonly proposalPackage?: JsonObject;
}

function readCase(name: string): GoldenCase {
  return readJson(name);
}

function readJson(name: string) {
  return JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), "utf8"));
}
