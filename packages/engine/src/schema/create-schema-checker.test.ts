import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonSchema } from "@assay/contract";
import { createMeter, overBudget } from "../meter.ts";
import { accepts } from "./accepts.ts";
import { createSchemaChecker, maxViolations } from "./create-schema-checker.ts";
import { readSchema } from "./read-schema.ts";

function listErrors(schema: JsonSchema, value: Json): readonly string[] {
  return createSchemaChecker(schema)(value).map(
    ({ at, keyword, pointer }) => `${[...at, keyword].join("/")} ${pointer}`,
  );
}

function isAccepted(schema: JsonSchema, value: Json): boolean {
  return accepts(readSchema(schema).root, value, createMeter(400_000));
}

test("reports a separate error for each missing property that another property requires", () => {
  const schema = { dependentRequired: { a: ["b", "c"], d: ["a"], ["__proto__"]: ["a"], e: [] } };
  const findErrors = createSchemaChecker(schema);
  const errors = findErrors(JSON.parse('{ "a": 1, "c": 2, "d": 3, "e": 4, "toString": 5 }'));
  assert.deepEqual(
    errors.map(({ keyword, name, other }) => [keyword, other, name]),
    [["dependentRequired", "a", "b"]],
  );
  assert.equal(findErrors({ ["__proto__"]: 1, a: 1 }).length, 2);
  assert.deepEqual([isAccepted(schema, { a: 1, b: 2, c: 3 }), isAccepted(schema, { d: 1 })], [true, false]);
});

test("an error has the path of the schema with its keyword, even behind a reference", () => {
  const schema = {
    $defs: { "a/b": { type: "array", items: { type: "integer", minimum: 3 } } },
    properties: { "x y": { $ref: "#/$defs/a~1b" } },
    required: ["z"],
  };
  assert.deepEqual(listErrors(schema, { "x y": [3, 2, "1"] }), [
    "required ",
    "$defs/a/b/items/minimum /x y/1",
    "$defs/a/b/items/type /x y/2",
  ]);
});

test("reports a violated anyOf, not or contains itself, but not the errors inside it", () => {
  const text = { type: "string", maxLength: 2 };
  assert.deepEqual(listErrors({ anyOf: [text, { type: "null" }] }, "long"), ["anyOf "]);
  assert.deepEqual(listErrors({ not: { type: "array", items: text } }, ["a"]), ["not "]);
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  assert.deepEqual(listErrors({ if: { required: ["a"] }, then: { required: ["b"] } }, { c: 1 }), []);
  assert.deepEqual(listErrors({ contains: text, maxContains: 1 }, ["a", "long", "b"]), ["contains "]);
});

test("does not mistake inherited members for properties", () => {
  assert.deepEqual(listErrors({ required: ["toString"], properties: { constructor: false } }, {}), ["required "]);
  assert.deepEqual(listErrors({ properties: { ["__proto__"]: false } }, JSON.parse('{ "__proto__": 1 }')), [
    "properties/__proto__/false /__proto__",
  ]);
});

test("decodes a reference before splitting it, and accepts any string as a tag", () => {
  const createTagged = (tag: string) => ({ type: "object", required: ["k"], properties: { k: { const: tag } } });
  assert.deepEqual(listErrors({ $defs: { x: { type: "null" } }, $ref: "#/$defs%2Fx" }, 1), ["$defs/x/type "]);
  const schema = { oneOf: [createTagged("toString"), createTagged("__proto__")] };
  assert.deepEqual(
    ["toString", "__proto__", "valueOf"].map((k) => isAccepted(schema, { k })),
    [true, true, false],
  );
});

test("lists the errors so far if there are too many, and stops a test when the steps run out", () => {
  const schema = { items: { required: ["a", "b"] } };
  const objects = Array.from({ length: 10_000 }, () => ({}));
  const findErrors = createSchemaChecker(schema);
  assert.equal(findErrors(objects).length, maxViolations + 2);
  assert.throws(
    () => accepts(readSchema(schema).root, Array(10).fill({ a: 1, b: 1 }), createMeter(1)),
    (reason) => reason === overBudget,
  );
  // Errors found before must not appear in the next result.
  assert.deepEqual(findErrors([{ a: 1, b: 2 }]), []);
});

test("accepts recursive schemas and long strings", () => {
  const findErrors = createSchemaChecker({
    $defs: {
      node: { type: "object", additionalProperties: { $ref: "#/$defs/node" }, propertyNames: { pattern: "^a*$" } },
    },
    $ref: "#/$defs/node",
  });
  assert.deepEqual(findErrors({ a: { aa: {}, ["a".repeat(5_000)]: {} } }), []);
  assert.deepEqual(
    findErrors({ a: { aa: 7, b: {} } }).map(({ pointer, keyword, name }) => [keyword, pointer, name]),
    [
      ["propertyNames", "/a", "b"],
      ["type", "/a/aa", undefined],
    ],
  );
});
