import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, registrySchema } from "@assay/contract";
import { hostileRegistries } from "@assay/testing/corpora/hostile-registries";
import { seed } from "@assay/testing/scale";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readJson } from "../json/read-json.ts";
import { readRegistry } from "./read-registry.ts";

const ajv = new Ajv2020();
const isRegistry = ajv.compile(registrySchema);

const targetProduct = "datamint";
const registry = {
  ...{ format: "generator-registry/v1", targetProduct, revision: "r1", complete: true },
  entries: [{ id: "person-basic", state: "active" }],
  pending: [{ id: "parcel-route" }],
};

const encode = (document: unknown) => Buffer.from(typeof document === "string" ? document : JSON.stringify(document));

test("reads a complete registry of the product unchanged", () => {
  assert.deepEqual(readRegistry(encode(registry), targetProduct), { kind: "ok", document: registry });
});

test("accepts a registry only if it matches the JSON Schema and belongs to the product", () => {
  let accepted = 0;
  for (const { name, bytes } of hostileRegistries(2_000, targetProduct, seed)) {
    const json = readJson(bytes);
    const value = json.kind === "ok" ? (json.value as JsonObject) : undefined;
    const isExpected = value !== undefined && isRegistry(value) && value.targetProduct === targetProduct;
    const { kind } = readRegistry(bytes, targetProduct);
    assert.equal(kind === "ok", isExpected, name);
    accepted += kind === "ok" ? 1 : 0;
  }
  assert.ok(accepted > 400 && accepted < 1_600, String(accepted));
});

test("a refusal names the member, the expected value and the actual value", () => {
  const read = (change: object) => readRegistry(encode({ ...registry, ...change }), targetProduct);
  const refused: readonly (readonly [RegExp, ReturnType<typeof readRegistry>])[] = [
    [/`format`.*"generator-registry\/v1".*missing/, read({ format: undefined })],
    [/`targetProduct`.*"datamint".*"mintdata"/, read({ targetProduct: "mintdata" })],
    [/`complete`.*true.*false/, read({ complete: false })],
    [/`revision`.*1 to 128.*""/, read({ revision: "" })],
    [/`revision`.*ASCII.*u\{202e\}/, read({ revision: "r\u202e1" })],
    [/`entries`.*an array.*an object/, read({ entries: {} })],
    [/`entries\/0`.*null/, read({ entries: [null] })],
    [/`entries\/0\/id`.*missing/, read({ entries: [{ key: "ab", state: "active" }] })],
    [/`entries\/0\/state`.*"gone"/, read({ entries: [{ id: "a", state: "gone" }] })],
    [/`pending\/1\/id`.*7/, read({ pending: [{ id: "a" }, { id: 7 }] })],
    [/an object.*an array/, readRegistry(encode([registry]), targetProduct)],
  ];
  for (const [reason, result] of refused) assert.match(result.kind === "refused" ? result.reason : result.kind, reason);
});

test("refuses a list with more ids than a registry can have", () => {
  const entries = Array.from({ length: 200_001 }, () => ({ id: "a", state: "active" }));
  const read = readRegistry(encode({ ...registry, entries }), targetProduct);
  assert.match(read.kind === "refused" ? read.reason : read.kind, /200000.*200001/);
});

test("reports malformed, ambiguous and too deeply nested JSON as unreadable, with the position of the error", () => {
  for (const [text, code] of [
    ["<!doctype html>", "malformed-json"],
    ['{"a":1,"a":2}', "ambiguous-json"],
    ["[".repeat(200) + "]".repeat(200), "json-too-deep"],
  ] as const) {
    const read = readRegistry(encode(text), targetProduct);
    assert.ok(read.kind === "unreadable" && read.code === code && read.at.line === 1, text);
  }
});
