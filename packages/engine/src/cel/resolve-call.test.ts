import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { isCelError } from "@bufbuild/cel";
import { createMeter } from "../meter.ts";
import { readSchema } from "../schema/read-schema.ts";
import type { ExpressionError } from "./expression-error.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { resolveExpression } from "./resolve-expression.ts";
import { createToCel } from "./values.ts";

const { env, compile } = createMeteredCel();

function read(source: string) {
  const expression = readExpression(source);
  assert.ok(expression.kind === "ok", source);
  return expression;
}

/** Returns the errors in an expression that reads an object with these properties. */
function findErrors(properties: JsonObject, source: string): readonly ExpressionError[] {
  const { expression, findOffset } = read(source);
  const { root } = readSchema({ type: "object", properties, required: Object.keys(properties) });
  return resolveExpression(expression, { env, root, ownerKinds: [], self: [], findOffset }).errors;
}

function fails(source: string, self: Json): boolean {
  return isCelError(compile(read(source).expression)({ self: createToCel()(self) }, createMeter(1e6)));
}

test("accepts an expression over numbers only if it works on both integers and fractions", () => {
  const number = { type: "number" };
  const properties = { amount: number, rate: number, count: { type: "integer" } };
  const operands = ["self.amount", "self.rate", "self.count", "2", "2.5", "double(self.amount)", "int(self.rate)"];
  const values = [3, 3.5].flatMap((amount) => [3, 3.5].map((rate) => ({ amount, rate, count: 4 })));
  for (const operator of ["+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!="]) {
    for (const [left, right] of operands.flatMap((first) => operands.map((second) => [first, second]))) {
      const source = `type(${left} ${operator} ${right}) != string`;
      // The type check does not know that both operands are the same number, and so have the same type.
      if (left === right && /amount|rate/.test(`${left}`)) continue;
      const works = !values.some((value) => fails(source, value));
      assert.equal(findErrors(properties, source).length === 0, works, source);
    }
  }
});

test("a number that the schema limits to integers needs no conversion", () => {
  const integerSchemas: readonly JsonObject[] = [
    { type: "integer" },
    { type: ["integer", "null"] },
    { type: "number", multipleOf: 5 },
    { enum: [5, 10] },
    { const: 5 },
    { anyOf: [{ type: "integer" }, { type: "null" }] },
    { allOf: [{ type: "integer" }] },
  ];
  for (const amount of integerSchemas) {
    assert.deepEqual(findErrors({ amount }, "self.amount % 5 == 0"), [], JSON.stringify(amount));
    assert.equal(findErrors({ amount }, "self.amount * 1.5 > 1.0").length, 1, JSON.stringify(amount));
  }
  assert.deepEqual(findErrors({ amount: { enum: [0.5, 1.5] } }, "self.amount * 1.5 > 0.1"), []);
});

test("a value that can be a string or a number can be used as either", () => {
  const scalars = { type: ["string", "number"] };
  assert.deepEqual(findErrors({ when: scalars }, "timestamp(self.when) > timestamp('2026-01-01T00:00:00Z')"), []);
  assert.deepEqual(findErrors({ when: scalars }, "self.when + 'x' != 'x'"), []);
});
