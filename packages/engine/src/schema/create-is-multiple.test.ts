import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { accepts } from "./accepts.ts";
import { createIsMultiple } from "./create-is-multiple.ts";
import { createSchemaChecker } from "./create-schema-checker.ts";
import { readSchema } from "./read-schema.ts";

const isMultiple = (value: number, step: number) => createIsMultiple(step)(value, createMeter(1000));

test("accepts every price from 0.01 to 100.00 as a multiple of 0.01, but none with half a cent", () => {
  const { root } = readSchema({ type: "number", multipleOf: 0.01 });
  for (let cents = 1; cents <= 10_000; cents += 1) {
    const [price, between] = [toDecimal(BigInt(cents), 2), toDecimal(BigInt(cents) * 10n + 5n, 3)];
    assert.ok(accepts(root, price, createMeter(100)), String(price));
    assert.ok(!accepts(root, between, createMeter(100)), String(between));
  }
});

test("accepts multiples of a step, and refuses values half a step above", () => {
  const createIntegers = (max: number) => fc.bigInt({ min: -BigInt(max), max: BigInt(max) });
  const steps = fc.bigInt({ min: 1n, max: 99_999n });
  fc.assert(
    fc.property(createIntegers(1e6), steps, fc.integer({ min: 0, max: 12 }), (times, digits, places) => {
      const step = toDecimal(digits, places);
      assert.ok(isMultiple(toDecimal(times * digits, places), step));
      assert.ok(!isMultiple(toDecimal((2n * times + 1n) * digits * 5n, places + 1), step));
    }),
    propertyRuns(),
  );
});

test("divides numbers of any size as exact decimals", () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: -320, max: 300 }))
      .map(([n, e]) => Number(`${n}e${e}`)),
  );
  fc.assert(
    fc.property(numbers, numbers, (value, other) => {
      const step = Math.abs(other);
      fc.pre(step > 0);
      assert.equal(isMultiple(value, step), toUnits(value) % toUnits(step) === 0n);
    }),
    propertyRuns(),
  );
});

test("dividing the largest number by the smallest costs no more than checking a price", () => {
  const countSteps = (value: number, multipleOf: number) => {
    const meter = createMeter(1000);
    assert.ok(accepts(readSchema({ type: "number", multipleOf }).root, value, meter));
    return 1000 - meter.left;
  };
  assert.equal(countSteps(1e308, 1e-308), countSteps(19.99, 0.01));
  assert.equal(countSteps(Number.MAX_VALUE, Number.MIN_VALUE), countSteps(19.99, 0.01));
  assert.ok(countSteps(21, 7) < countSteps(19.99, 0.01));
});

test("reports a separate error for each number that is not a multiple, with the step", () => {
  const findErrors = createSchemaChecker({ type: "array", items: { type: "number", multipleOf: 0.01 } });
  assert.deepEqual(
    findErrors([19.99, 0.005, 4.35, 0.07, 1.001]).map(({ pointer, keyword, bound }) => ({ pointer, keyword, bound })),
    ["/1", "/4"].map((pointer) => ({ pointer, keyword: "multipleOf", bound: 0.01 })),
  );
});

function toDecimal(digits: bigint, places: number): number {
  return Number(`${digits}e-${places}`);
}

// No double has more than 340 decimal places in its shortest form.
function toUnits(value: number): bigint {
  const [mantissa = "", exponent] = value.toExponential().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(`${whole}${fraction}`) * 10n ** BigInt(Number(exponent) - fraction.length + 345);
}
