import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonSchema, limits } from "@assay/contract";
import { assertNothingHidden } from "@assay/testing/verdicts/check-verdict";
import { describeSchema } from "./describe-schema.ts";

const root: JsonSchema = { $defs: { size: { type: "integer", exclusiveMinimum: 0, description: "In millimetres." } } };

test("a schema that says little is said in words", () => {
  const said: readonly (readonly [JsonSchema, string])[] = [
    [true, "anything"],
    [{ const: null }, "null"],
    [{ const: { x: [1] } }, '{"x":[1]}'],
    [{ type: "string", enum: ["a", 'b"'] }, '"a" or "b\\""'],
    [
      { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] },
      "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 or one of 2 others",
    ],
    [{ type: ["string", "null"], maxLength: 1 }, "a string with at most 1 character or null"],
    [{ minLength: 3, maxLength: 3 }, "a string with 3 characters"],
    [{ minLength: 1, maxLength: 3, pattern: "^a" }, 'a string with 1 to 3 characters and the pattern "^a"'],
    [{ type: "number", minimum: 0, multipleOf: 0.5 }, "a number of at least 0 that is a multiple of 0.5"],
    [{ type: "integer", minimum: 1, maximum: 9 }, "an integer from 1 to 9"],
    [{ type: "number", minimum: 1, exclusiveMaximum: 9 }, "a number of at least 1 and below 9"],
    [{ $ref: "#/$defs/size" }, "an integer above 0"],
    [{ required: ["a"] }, 'an object with "a"'],
    [
      { type: "object", required: ["a", "b"], properties: { b: { $ref: "#/$defs/size" } } },
      'an object with "a" and "b": an integer above 0',
    ],
  ];
  for (const [schema, words] of said) assert.equal(describeSchema(root, schema), words);
});

test("a schema that says more than that is not said by half", () => {
  const unsaid: readonly JsonSchema[] = [
    false,
    {},
    { type: "string", maxLength: 9, not: { const: "a" } },
    { enum: ["a", "b"], pattern: "^a" },
    { $ref: "#/$defs/size", maximum: 9 },
    { type: "array", maxItems: 3 },
    { type: "object", properties: { a: { const: 1 } } },
    { type: "object", required: ["a"], properties: { a: { not: true } } },
    { maxLength: 9, pattern: "x".repeat(limits.specPackageText) },
    { type: "string", maxLength: 5, enum: ["a", "bcdefghi"] },
    { type: "integer", enum: [1, 1.5] },
    { required: Array.from({ length: 40 }, (_, index) => `member${index}`) },
  ];
  for (const schema of unsaid) assert.equal(describeSchema(root, schema), undefined, JSON.stringify(schema));
});

test("texts of a spec package are cut in it, and nothing in them is hidden", () => {
  const hostile = `\u202e"${"x".repeat(1_000)}`;
  const schemas: readonly JsonSchema[] = [
    { const: hostile },
    { enum: [[hostile], { [hostile]: 1 }] },
    { required: [hostile] },
  ];
  for (const schema of schemas) {
    const words = describeSchema(root, schema) ?? "";
    assertNothingHidden([words]);
    assert.ok(words.includes("x") && !words.includes("x".repeat(limits.specPackageText + 1)), words);
  }
});
