import assert from "node:assert/strict";
import { test } from "node:test";
import { createMeter } from "../meter.ts";
import { runToEnd } from "./run-to-end.ts";
import { createSchemaEvaluator } from "./schema-evaluator.ts";

const meter = () => createMeter(400_000);

test("each name that a property needs and that is missing is an error of its own", () => {
  const dependentRequired = { a: ["b", "c"], d: ["a"], ["__proto__"]: ["a"], e: [] };
  const { compileAll, compileFirst } = createSchemaEvaluator({ assertFormats: true });
  const [errors, fits] = [runToEnd(compileAll({ dependentRequired })), runToEnd(compileFirst({ dependentRequired }))];
  const found = errors(JSON.parse('{ "a": 1, "c": 2, "d": 3, "e": 4, "toString": 5 }'), meter());
  assert.deepEqual(
    found.map(({ schemaPath, params }) => [schemaPath, params.property, params.missingProperty]),
    [["#/dependentRequired", "a", "b"]],
  );
  assert.equal(errors({ ["__proto__"]: 1, a: 1 }, meter()).length, 2);
  assert.deepEqual([fits({ a: 1, b: 2, c: 3 }, meter()), fits({ d: 1 }, meter())], [true, false]);
});

test("thousands of names take no more code than two", () => {
  const sizes = [2, 5_000].map((count) => {
    let size = 0;
    const evaluator = createSchemaEvaluator({
      assertFormats: true,
      generated: (code) => {
        size += code.length;
      },
    });
    const dependentRequired = { a: Array.from({ length: count }, (_, i) => `n${i}`) };
    runToEnd(evaluator.compileAll({ dependentRequired }));
    runToEnd(evaluator.compileFirst({ dependentRequired }));
    return size;
  });
  const [few = 0, many = 0] = sizes;
  assert.ok(many - few < 20, `${many} characters instead of ${few}`);
});
