import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonSchema } from "@assay/contract";
import { createMeter, overBudget } from "../meter.ts";
import { evaluateProfile } from "./evaluate-profile.ts";
import { readShape } from "./read-shape.ts";
import { maxErrors } from "./schema-error.ts";

const createTestMeter = () => createMeter(400_000);

function listErrors(schema: JsonSchema, value: Json): readonly string[] {
  return evaluateProfile(schema)
    .findErrors(value, createTestMeter())
    .map(({ schemaPath, instancePath }) => `${decodeURIComponent(schemaPath)} ${instancePath}`);
}

test("each name that a property needs and that is missing is an error of its own", () => {
  const dependentRequired = { a: ["b", "c"], d: ["a"], ["__proto__"]: ["a"], e: [] };
  const { findErrors, accepts } = evaluateProfile({ dependentRequired });
  const found = findErrors(JSON.parse('{ "a": 1, "c": 2, "d": 3, "e": 4, "toString": 5 }'), createTestMeter());
  assert.deepEqual(
    found.map(({ schemaPath, params }) => [schemaPath, params.property, params.missingProperty]),
    [["#/dependentRequired", "a", "b"]],
  );
  assert.equal(findErrors({ ["__proto__"]: 1, a: 1 }, createTestMeter()).length, 2);
  assert.deepEqual(
    [accepts({ a: 1, b: 2, c: 3 }, createTestMeter()), accepts({ d: 1 }, createTestMeter())],
    [true, false],
  );
});

test("an error names its keyword in the whole schema, behind a reference too, and its value", () => {
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

test("inside a condition and the branches of anyOf no error is reported but that of the keyword itself", () => {
  const text = { type: "string", maxLength: 2 };
  assert.deepEqual(listErrors({ anyOf: [text, { type: "null" }] }, "long"), ["#/anyOf "]);
  assert.deepEqual(listErrors({ not: { type: "array", items: text } }, ["a"]), ["#/not "]);
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  assert.deepEqual(listErrors({ if: { required: ["a"] }, then: { required: ["b"] } }, { c: 1 }), []);
  assert.deepEqual(listErrors({ contains: text, maxContains: 1 }, ["a", "long", "b"]), ["#/contains "]);
});

test("the name of a property is not taken from the prototype of objects", () => {
  assert.deepEqual(listErrors({ required: ["toString"], properties: { constructor: false } }, {}), ["#/required "]);
  assert.deepEqual(listErrors({ properties: { ["__proto__"]: false } }, JSON.parse('{ "__proto__": 1 }')), [
    "#/properties/__proto__/false schema /__proto__",
  ]);
});

test("a reference is decoded before it is split, and a tag may have any name", () => {
  const createTagged = (tag: string) => ({ type: "object", required: ["k"], properties: { k: { const: tag } } });
  assert.deepEqual(listErrors({ $defs: { x: { type: "null" } }, $ref: "#/$defs%2Fx" }, 1), ["#/$defs/x/type "]);
  const { accepts } = evaluateProfile({ oneOf: [createTagged("toString"), createTagged("__proto__")] });
  assert.deepEqual(
    ["toString", "__proto__", "valueOf"].map((k) => accepts({ k }, createTestMeter())),
    [true, true, false],
  );
});

test("with too many errors the evaluation ends and keeps what it has; without steps it has no answer", () => {
  const { findErrors, accepts } = evaluateProfile({ items: { required: ["a", "b"] } });
  const objects = Array.from({ length: 10_000 }, () => ({}));
  assert.equal(findErrors(objects, createTestMeter()).length, maxErrors + 2);
  for (const evaluate of [findErrors, accepts])
    assert.throws(
      () => evaluate(objects, createMeter(1)),
      (reason) => reason === overBudget,
    );
  // What was found then is not in the next answer.
  assert.deepEqual(findErrors([{ a: 1, b: 2 }], createTestMeter()), []);
});

test("what one value leaves behind changes nothing for the next", () => {
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

test("a schema of ours may refer to itself, and its strings may be long", () => {
  const findErrors = readShape({
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
