import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { accepts } from "../schema/accepts.ts";
import { readSchema } from "../schema/read-schema.ts";
import { lintUnbounded } from "./lint-unbounded.ts";

const text = { type: "string", maxLength: 5 };
const names = ["a", "b"];

// Random schemas in which only some parts are bounded.
const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonObject; parts: JsonSchema[] }>((tie) => {
  const leaf = fc.constantFrom<JsonSchema>(
    true,
    text,
    { type: "string" },
    { minLength: 1 },
    { const: "x" },
    { type: "null" },
  );
  const map = fc.dictionary(fc.constantFrom(...names), tie("schema"), { maxKeys: 2 });
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      tie("object"),
      fc.constant({ $ref: "#/$defs/d" }),
    ),
    object: fc.record(
      {
        type: fc.constantFrom<Json>("object", "array", ["object", "null"]),
        properties: map as fc.Arbitrary<Json>,
        additionalProperties: fc.oneof(fc.constant(false), tie("schema")) as fc.Arbitrary<Json>,
        maxProperties: fc.constant(2),
        items: tie("schema") as fc.Arbitrary<Json>,
        maxItems: fc.constant(2),
        allOf: tie("parts") as fc.Arbitrary<Json>,
        oneOf: tie("parts") as fc.Arbitrary<Json>,
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>,
    parts: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
  };
});

const definition = fc.constantFrom<JsonSchema>(
  text,
  { type: "object", properties: { a: true } },
  { properties: { a: text, b: true }, additionalProperties: false },
  { type: "array", items: true, maxItems: 2 },
);

const long = "x".repeat(40);
const oversizedValues: readonly Json[] = [
  long,
  Array.from({ length: 40 }, () => null),
  Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, null])),
];
// Each oversized value, alone and nested in objects and arrays.
const values: readonly Json[] = oversizedValues
  .flatMap((value): Json[] => [value, ...names.map((name) => ({ [name]: value })), [value], { c: value }])
  .flatMap((inner): Json[] => [inner, ...names.map((name) => ({ [name]: inner })), [inner], ["x", inner]]);

test("a schema without reported problems refuses every oversized value", () => {
  let accepted = 0;
  fc.assert(
    fc.property(schema, definition, (whole, d) => {
      const read = readSchema(typeof whole === "boolean" ? whole : { ...whole, $defs: { d } });
      if (lintUnbounded(read, []).length > 0) return;
      accepted += 1;
      for (const value of values)
        assert.equal(accepts(read.root, value, createMeter(100_000)), false, JSON.stringify({ whole, d, value }));
    }),
    propertyRuns(2),
  );
  printFigure("random schemas in which nothing is unbounded", accepted, "at least a twentieth");
  assert.ok(!hasEnoughRuns || accepted >= propertyRuns(2).numRuns / 20);
});
