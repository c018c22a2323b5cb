import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonSchema } from "@assay/contract";
import { createMeter, overBudget } from "../meter.ts";
import { createSchemaChecker } from "./create-schema-checker.ts";
import { evaluateProfile } from "./evaluate-profile.ts";
import { maxErrors } from "./schema-error.ts";

const createTestMeter = () => createMeter(400_000);

function listErrors(schema: JsonSchema, value: Json): readonly string[] {
  return evaluateProfile(schema)
    .findErrors(value, createTestMeter())
    .map(({ schemaPath, instancePath }) => `${decodeURIComponent(schemaPath)} ${instancePath}`);
}

test("reports a separate error for each missing property that another property requires", () => {
  const dependentRequired = { a: ["b", "c"], d: ["a"], ["__proto__"]: ["a"], e: [] };
  const { findErrors, accepts } = evaluateProfile({ dependentRequired });
  const errors = findErrors(JSON.parse('{ "a": 1, "c": 2, "d": 3, "e": 4, "toString": 5 }'), createTestMeter());
  assert.deepEqual(
    errors.map(({ schemaPath, params }) => [schemaPath, params.property, params.missingProperty]),
    [["#/dependentRequired", "a", "b"]],
  );
  assert.equal(findErrors({ ["__proto__"]: 1, a: 1 }, createTestMeter()).length, 2);
  assert.deepEqual(
    [accepts({ a: 1, b: 2, c: 3 }, createTestMeter()), accepts({ d: 1 }, createTestMeter())],
    [true, false],
  );
});

test("an error has the path of its keyword in the whole schema, even behind a reference", () => {
  const schema = {
    $defs: { "a/b": { type: "array", items: { type: "integer", minimum: 3 } } },
    properties: { "x y": { $ref: "#/$defs/a~1b" } },
    required: ["z"],
  };
  assert.deepEqual(listErrors(schema, { "x y": [3, 2, "1"] }), [
    "#/required ",
    "#/$defs/a~1b/items/minimum /x y/1",
    "#/$defs/a~1b/items/type /x y/2",
  ]);
});

test("reports a violated anyOf, not or contains itself, but not the errors inside it", () => {
  const text = { type: "string", maxLength: 2 };
  assert.deepEqual(listErrors({ anyOf: [text, { type: "null" }] }, "long"), ["#/anyOf "]);
  assert.deepEqual(listErrors({ not: { type: "array", items: text } }, ["a"]), ["#/not "]);
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  assert.deepEqual(listErrors({ if: { required: ["a"] }, then: { required: ["b"] } }, { c: 1 }), []);
  assert.deepEqual(listErrors({ contains: text, maxContains: 1 }, ["a", "long", "b"]), ["#/contains "]);
});

test("a property name that is too long for a pattern fails, even inside not or a condition", () => {
  const patternProperties = { "^x-": { type: "integer" } };
  const [long, longest] = [`x-${"a".repeat(1_023)}`, `x-${"a".repeat(1_022)}`];
  assert.deepEqual(listErrors({ patternProperties }, { [long]: 1, "x-a": "1" }), [
    "#/patternProperties ",
    "#/patternProperties/^x-/type /x-a",
  ]);
  for (const schema of [
    { patternProperties },
    { not: { patternProperties } },
    { if: { patternProperties }, else: { type: "object" } },
  ])
    assert.equal(evaluateProfile(schema).accepts({ [long]: 1 }, createTestMeter()), false, JSON.stringify(schema));
  assert.deepEqual(listErrors({ patternProperties }, { [longest]: 1 }), []);
});

test("does not mistake inherited members for properties", () => {
  assert.deepEqual(listErrors({ required: ["toString"], properties: { constructor: false } }, {}), ["#/required "]);
  assert.deepEqual(listErrors({ properties: { ["__proto__"]: false } }, JSON.parse('{ "__proto__": 1 }')), [
    "#/properties/__proto__/false schema /__proto__",
  ]);
});

test("decodes a reference before splitting it, and accepts any string as a tag", () => {
  const createTagged = (tag: string) => ({ type: "object", required: ["k"], properties: { k: { const: tag } } });
  assert.deepEqual(listErrors({ $defs: { x: { type: "null" } }, $ref: "#/$defs%2Fx" }, 1), ["#/$defs/x/type "]);
  const { accepts } = evaluateProfile({ oneOf: [createTagged("toString"), createTagged("__proto__")] });
  assert.deepEqual(
    ["toString", "__proto__", "valueOf"].map((k) => accepts({ k }, createTestMeter())),
    [true, true, false],
  );
});

test("returns the errors so far if there are too many, and throws if the steps run out", () => {
  const { findErrors, accepts } = evaluateProfile({ items: { required: ["a", "b"] } });
  const objects = Array.from({ length: 10_000 }, () => ({}));
  assert.equal(findErrors(objects, createTestMeter()).length, maxErrors + 2);
  for (const evaluate of [findErrors, accepts])
    assert.throws(
      () => evaluate(objects, createMeter(1)),
      (reason) => reason === overBudget,
    );
  // Errors found before must not appear in the next result.
  assert.deepEqual(findErrors([{ a: 1, b: 2 }], createTestMeter()), []);
});

test("an evaluation does not affect the next one", () => {
  const items: JsonSchema = { type: "array", items: { type: "integer", minimum: 0 } };
  const { findErrors, accepts } = evaluateProfile(items);
  assert.ok(findErrors(Array(maxErrors + 2).fill(-1), createTestMeter()).length > maxErrors);
  assert.equal(accepts([1, 2], createTestMeter()), true);
  assert.throws(() => accepts([1, 2], createMeter(2)));
  assert.deepEqual(
    findErrors([1, -2], createTestMeter()).map(({ instancePath }) => instancePath),
    ["/1"],
  );
});

test("a schema checker accepts recursive schemas and long strings", () => {
  const findErrors = createSchemaChecker({
    $defs: {
      node: { type: "object", additionalProperties: { $ref: "#/$defs/node" }, propertyNames: { pattern: "^a*$" } },
    },
    $ref: "#/$defs/node",
  });
  assert.deepEqual(findErrors({ a: { aa: {}, ["a".repeat(5_000)]: {} } }), []);
  assert.deepEqual(
    findErrors({ a: { aa: 7, b: {} } }).map(({ instancePath, keyword }) => `${keyword} ${instancePath}`),
    ["pattern /a", "propertyNames /a", "type /a/aa"],
  );
});
