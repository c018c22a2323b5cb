import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonSchema, limits } from "@assay/contract";
import { createMeter } from "../meter.ts";
import { outlineSchema } from "./outline-schema.ts";

const root: JsonSchema = { $defs: { size: { type: "integer", exclusiveMinimum: 0 } } };

function outline(schema: JsonSchema, rules: { readonly [pointer: string]: readonly Json[] } = {}, maxDepth = 2) {
  const allowedAt = (pattern: readonly string[]) => rules[`/${pattern.join("/")}`];
  return outlineSchema(schema, { root, pattern: ["value"], allowedAt, meter: createMeter(10_000), maxDepth });
}

test("an outline says the type, its bounds and the allowed values", () => {
  const outlines: readonly (readonly [JsonSchema, string | undefined])[] = [
    [true, undefined],
    [{}, undefined],
    [{ type: "string", minLength: 3, maxLength: 80 }, "a string with 3 to 80 characters"],
    [{ $ref: "#/$defs/size" }, "an integer above 0"],
    [{ enum: ["a", "b"] }, '"a" or "b"'],
    [{ type: "array" }, "an array"],
    [{ type: "array", maxItems: 3, uniqueItems: true }, "an array with at most 3 items, all different"],
    [{ type: "array", minItems: 1, maxItems: 1, items: { enum: [1, 2] } }, "an array with 1 item, each 1 or 2"],
    [{ type: "object", minProperties: 1, maxProperties: 4 }, "an object with 1 to 4 properties"],
    [
      { type: "object", required: ["a", "b"], properties: { a: { type: "boolean" }, c: { type: "null" } } },
      'an object with "a" (a boolean) and "b"',
    ],
    [{ type: ["number", "null"], minimum: 0 }, "a number of at least 0 or null"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "a string or null"],
  ];
  for (const [schema, words] of outlines) assert.equal(outline(schema), words, JSON.stringify(schema));
});

test("an outline says which values the rules allow, also for the items of an array", () => {
  const list: JsonSchema = { type: "array", items: { type: "string", maxLength: 32 } };
  assert.equal(outline(list, { "/value/*": ["fast", "realistic"] }), 'an array, each "fast" or "realistic"');
  assert.equal(outline({ type: "string" }, { "/value": ["card"] }), '"card"');
});

test("a long outline leaves out what is inside, then everything", () => {
  const properties = Object.fromEntries(["a", "b", "c"].map((name) => [name, { enum: ["x".repeat(60), name] }]));
  const item = { type: "object", properties, required: ["a", "b", "c"] };
  assert.equal(outline({ type: "array", items: item }), 'an array, each an object with "a", "b" and "c"');
  assert.equal(outline(item, {}, 0), 'an object with "a", "b" and "c"');
  assert.equal(outline({ type: "string", pattern: "x".repeat(limits.specPackageText) }), undefined);
});
