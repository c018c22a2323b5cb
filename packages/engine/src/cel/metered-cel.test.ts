import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, limits } from "@assay/contract";
import { RE2JS } from "re2js";
import { createMeter, overBudget } from "../meter.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { createToCel } from "./values.ts";

const { compile } = createMeteredCel();

function run(source: string, self: Json): { readonly result: unknown; readonly steps: number } {
  const read = readExpression(source);
  assert.ok(read.kind === "ok", source);
  const evaluate = compile(read.expression);
  const meter = createMeter(limits.steps);
  try {
    const result = evaluate({ self: createToCel()(self) }, meter);
    return { result, steps: limits.steps - meter.left };
  } catch (reason) {
    assert.equal(reason, overBudget);
    return { result: overBudget, steps: limits.steps };
  }
}

test("every operation on bytes costs steps for each byte", () => {
  const countSteps = (operation: string, length: number) =>
    run(`[bytes(self)].all(b, [bytes(self)].all(c, ${operation}))`, "x".repeat(length)).steps;
  const conversions = countSteps("true", 16_000) - countSteps("true", 0);
  for (const operation of ["b == c", "b <= c", "b in [c]", "[b] == [c]", "size(b + c) > 0", "string(b) != ''"]) {
    assert.ok(countSteps(operation, 16_000) - countSteps(operation, 0) >= conversions + 2_000, operation);
  }
});

test("runs out of steps, not out of memory, when bytes are concatenated repeatedly", () => {
  const repeated = Array.from({ length: 5 }, () => ".map(b, b + b + b + b + b + b + b + b)").join("");
  assert.equal(run(`size([bytes(self)]${repeated}[0]) > 0`, "x".repeat(60_000)).result, overBudget);
});

test("comparing timestamps costs steps for each timestamp", () => {
  const countSteps = (operation: string, count: number) => {
    const times = `[${Array.from({ length: count }, () => "timestamp(0)").join(", ")}]`;
    return run(`[${times}].all(b, [${times}].all(c, ${operation}))`, null).steps;
  };
  for (const operation of ["b == c", "timestamp(1) in b || true"]) {
    const [few, many] = [1, 20].map((count) => countSteps(operation, count) - countSteps("true", count)) as [
      number,
      number,
    ];
    assert.ok(many - few >= 19 * 40, operation);
  }
});

test("charges the steps of an error for each operand of && or || that is not a bool", () => {
  const countSteps = (operand: string) => run(`(${operand} && ${operand}) || true`, { a: 1, b: true }).steps;
  assert.ok(countSteps("self.a") - countSteps("self.b") >= 100);
  assert.equal(run("self.a || true", { a: 1 }).result, true);
  assert.equal(run("self.a && false", { a: 1 }).result, false);
});

test("compiles patterns together with their expression, never during an evaluation", (context) => {
  const compileMock = context.mock.method(RE2JS, "compile");
  const rules = Array.from({ length: 40 }, (_, rule) => {
    const parts = Array.from({ length: limits.cel.patterns }, (_, i) => `!self.matches('^x${rule}y${i}$')`);
    const read = readExpression(parts.join(" && "));
    assert.ok(read.kind === "ok");
    return compile(read.expression);
  });
  const count = rules.length * limits.cel.patterns;
  assert.equal(compileMock.mock.callCount(), count);
  for (const text of ["a", "b"]) {
    for (const evaluate of rules) assert.equal(evaluate({ self: text }, createMeter(limits.steps)), true);
  }
  assert.equal(compileMock.mock.callCount(), count);
});
