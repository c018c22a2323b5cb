import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { withFastPath } from "./fast-path.ts";
import { fastPatterns } from "./formats.ts";
import { runToEnd } from "./run-to-end.ts";
import { createSchemaEvaluator } from "./schema-evaluator.ts";

const { compileFirst } = createSchemaEvaluator({ assertFormats: true });

const schemas = [
  { type: "boolean" },
  { type: "number" },
  { type: "integer" },
  { type: "string" },
  { type: "string", maxLength: 5 },
  { type: "string", minLength: 2, maxLength: 5 },
  { type: "integer", minimum: 3 },
  { type: ["string", "null"] },
  ...["date", "date-time", "email", "uuid", "uri"].map((format) => ({ type: "string", format, maxLength: 40 })),
];

test("the quick way never accepts what the evaluator refuses, nor the other way round", () => {
  for (const schema of schemas) {
    const evaluate = runToEnd(compileFirst(schema));
    const quick = withFastPath(schema, evaluate);
    fc.assert(
      fc.property(values(), (value) => {
        assert.equal(quick(value, createMeter(1e6)), evaluate(value, createMeter(1e6)));
      }),
      propertyRuns(),
    );
  }
});

test("most values of most types never reach the evaluator", () => {
  const unasked = (schema: (typeof schemas)[number]) =>
    withFastPath(schema, () => assert.fail("the evaluator is asked"));
  const meter = createMeter(1e6);
  assert.ok(unasked({ type: "boolean" })(false, meter));
  assert.ok(unasked({ type: "integer" })(-7, meter));
  assert.ok(unasked({ type: "number" })(1.5, meter));
  assert.ok(unasked({ type: "string", maxLength: 5 })("abcde", meter));
  assert.ok(unasked({ type: "string", format: "date", maxLength: 10 })("2024-02-28", meter));
});

test("the cost of a string grows with its length", () => {
  const meter = createMeter(100);
  withFastPath({ type: "string", format: "date", maxLength: 10 }, () => true)("2024-02-28", meter);
  assert.ok(meter.left < 100);
});

function values(): fc.Arbitrary<Json> {
  const forms = Object.values(fastPatterns).map((form) => fc.stringMatching(form));
  return fc.oneof(
    fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
    fc.constantFrom<Json>(0, -0, 1e300, 4.5, "", "\u{1f600}".repeat(4), "2023-02-29", "2024-02-29", "a@b", null),
    ...forms,
  );
}
