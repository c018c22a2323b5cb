import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { membersOf } from "@assay/testing/corpora/honest-bodies";
import { createMeter } from "../meter.ts";
import { runToEnd } from "./run-to-end.ts";
import { createSchemaEvaluator } from "./schema-evaluator.ts";
import { splitSchema } from "./split-schema.ts";

const text = { type: "string", maxLength: 5 };
const members = (count: number, schema: JsonObject) => membersOf(count, (i) => [`m${i}`, schema]);
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });

test("what is referred to becomes one function, however often and however it is written", () => {
  const functions = splitSchema(
    {
      properties: { ...members(30, ref("a")), again: { $ref: "#/%24defs/a" }, other: { $ref: "#/properties/m0" } },
      $defs: { a: { properties: members(30, text) }, unused: { properties: members(30, text) } },
    },
    "all",
  );
  assert.deepEqual(
    functions.map(({ at, reports }) => `${reports} ${at}`),
    ["all #/%24defs/a", "all #/properties/m0", "all #"],
  );
});

test("what would make a function too large becomes another one", () => {
  const wide = { properties: { a: { properties: members(20, text) }, b: { properties: members(20, text) } } };
  const sizes = [1_000, 5_000, 20_000, 60_000].map((maxCodeSize) => splitSchema(wide, "all", { maxCodeSize }).length);
  assert.deepEqual(sizes, [43, 35, 3, 1]);
});

test("branches and conditions are applied by functions that stop at the first error", () => {
  const schema = { anyOf: [ref("a"), ref("b")], if: ref("a"), contains: ref("a"), not: ref("b"), allOf: [ref("a")] };
  const functions = splitSchema({ ...schema, $defs: { a: text, b: { type: "null" } } }, "all");
  assert.deepEqual(
    functions.map(({ at, reports }) => `${reports} ${at}`),
    ["first #/%24defs/b", "first #/%24defs/a", "all #/%24defs/a", "all #"],
  );
});

const schemas: { readonly [name: string]: JsonSchema } = {
  members: {
    properties: { a: text, b: { properties: { c: text, d: { minimum: 3 } }, required: ["e"] } },
    required: ["f"],
  },
  lists: { items: { items: text, maxItems: 2 }, prefixItems: [text, { type: "array" }], contains: { const: 1 } },
  names: {
    propertyNames: { allOf: [ref("a")] },
    additionalProperties: ref("b"),
    $defs: { a: text, b: { type: "null" } },
  },
  conditions: {
    if: { properties: { a: ref("a") }, required: ["a"] },
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    then: { required: ["z"] },
    else: { properties: { a: { not: ref("a") }, b: ref("b") } },
    $defs: {
      a: { type: "string", maxLength: 2 },
      b: { properties: { c: ref("c") } },
      c: { minimum: 7, multipleOf: 2 },
    },
  },
  branches: {
    oneOf: ["x", "y"].map((tag) => ({
      type: "object",
      required: ["a"],
      properties: { a: { const: tag }, b: ref("b") },
    })),
    $defs: { b: { properties: { c: { anyOf: [{ type: "null" }, text] } } } },
  },
  definitions: {
    oneOf: [ref("x"), { ...ref("y"), properties: { b: ref("b") } }, ref("z")],
    $defs: {
      ...Object.fromEntries(
        ["x", "y"].map((tag) => [
          tag,
          { type: "object", required: ["a"], properties: { a: { enum: [tag] }, b: ref("b") } },
        ]),
      ),
      z: ref("longer"),
      longer: { type: "object", required: ["a"], properties: { a: { const: "longer" } } },
      b: { properties: { c: { anyOf: [{ type: "null" }, text] } } },
    },
  },
  dependents: { dependentRequired: { a: ["b", "z"], z: ["y"] }, dependentSchemas: { a: { properties: { b: text } } } },
  never: { properties: { a: ref("never"), b: { $ref: "#/$defs/always" } }, $defs: { never: false, always: true } },
};

const values: readonly Json[] = [
  {},
  [],
  7,
  { a: "x", b: { c: 5, d: 1 }, longer: 1 },
  { a: "long text", b: { c: "much too long", d: 2, e: 0 }, f: null },
  { a: "y", b: { c: false } },
  { a: "no such tag", b: 3, z: 1 },
  ["much too long", 3, [1, 2, 3], ["a"], "x"],
  Array.from({ length: 3_000 }, () => ["much too long", "also too long", 3]),
  Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`name${i}`, i])),
];

test("errors and steps are the same, however a schema is split", () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const [whole, split] = [Number.POSITIVE_INFINITY, 0].map((maxCodeSize) => {
      const evaluator = createSchemaEvaluator({ assertFormats: true, maxCodeSize });
      const errors = runToEnd(evaluator.compileAll(schema));
      const fits = runToEnd(evaluator.compileFirst(schema));
      return values.map((value) => {
        const [all, first] = [createMeter(400_000), createMeter(400_000)];
        const found = errors(value, all);
        return { found, fits: fits(value, first), left: [all.left, first.left] };
      });
    });
    assert.ok(whole?.some(({ found }) => found.length > 0));
    assert.deepEqual(split, whole, name);
  }
});

test("branches that refer to definitions report what the same branches report where they are written out", () => {
  const evaluator = createSchemaEvaluator({ assertFormats: true });
  const { $defs } = schemas.definitions as { $defs: Json };
  const referring = { oneOf: [ref("x"), ref("y")], $defs };
  const [byReference, byValue] = [referring, schemas.branches ?? false].map((schema) =>
    runToEnd(evaluator.compileAll(schema)),
  );
  for (const value of values) {
    const reported = [byReference, byValue].map((errors) =>
      (errors?.(value, createMeter(400_000)) ?? []).map(({ keyword, instancePath }) => `${keyword} ${instancePath}`),
    );
    assert.deepEqual(reported[0], reported[1]);
  }
});

test("a flood in a definition is reported together with what was wrong before it", () => {
  const schema = {
    properties: { a: text, list: ref("list") },
    $defs: { list: { items: ref("item") }, item: { type: "null" } },
  };
  const errors = runToEnd(createSchemaEvaluator({ assertFormats: true }).compileAll(schema));
  const found = errors({ a: "much too long", list: Array.from({ length: 5_000 }, () => 1) }, createMeter(400_000));
  assert.equal(found.length, 2_001);
  assert.deepEqual([found[0]?.instancePath, found[1]?.instancePath], ["/a", "/list/0"]);
});
