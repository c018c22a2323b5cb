import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "@assay/contract";
import { lintCosts } from "./lint-keywords.ts";

const adviceOf = (schema: JsonSchema) => lintCosts(schema, []).map(({ advice }) => advice);

test("the advice for a pattern inside a condition keeps longer text from escaping the condition", () => {
  const pattern = { type: "string", pattern: "loyalty" };
  const here = 'Set "maxLength" to 1024 or less';
  const around = (keyword: string) => [
    `${here} here and in the schema around "${keyword}". Here alone, "${keyword}" would not apply to longer text.`,
  ];
  assert.deepEqual(adviceOf(pattern), [`${here}.`]);
  assert.deepEqual(adviceOf({ type: "string", maxLength: 2000, not: pattern }), around("not"));
  assert.deepEqual(adviceOf({ if: { properties: { name: pattern } } }), around("if"));
  assert.match(adviceOf({ contains: pattern })[0] ?? "", /here and in "items"/);
  assert.deepEqual(adviceOf({ properties: { not: pattern } }), [`${here}.`], "a property of that name");
});
