import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { classifyNumber, isNumberLiteral } from "./number-literal.ts";

test("a literal is exact if its double prints as the same decimal", () => {
  fc.assert(
    fc.property(literals(), (literal) => {
      const double = Number(literal);
      const expected = !Number.isFinite(double)
        ? "out-of-range"
        : isSameDecimal(literal, String(double)) || isSameDecimal(literal, double.toPrecision(17))
          ? "exact"
          : "inexact";
      assert.equal(classifyNumber(literal), expected);
    }),
    propertyRuns(),
  );
});

test("every number that JavaScript prints is exact", () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(double, (value) => {
      assert.equal(classifyNumber(JSON.stringify(value)), "exact");
      assert.equal(classifyNumber(value.toExponential()), "exact");
    }),
    propertyRuns(),
  );
});

test("the seventeen digits that other languages print for a double are exact, but other digits are not", () => {
  assert.equal(classifyNumber("0.10000000000000001"), "exact");
  assert.equal(classifyNumber("2.2999999999999998"), "exact");
  assert.equal(classifyNumber("0.100000000000000012"), "inexact");
  assert.equal(classifyNumber("12345678901234567"), "inexact");
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(double, (value) => assert.equal(classifyNumber(value.toPrecision(17)), "exact")),
    propertyRuns(),
  );
});

test("a literal with fifteen digits and no exponent is always exact", () => {
  const literal = fc
    .tuple(fc.nat(999_999), fc.integer({ min: 0, max: 99_999_999 }))
    .map(([whole, part]) => `${whole}.${part}`);
  fc.assert(
    fc.property(literal, (text) => assert.equal(classifyNumber(text), "exact")),
    propertyRuns(),
  );
});

test("accepts an upper-case exponent letter", () => {
  assert.equal(classifyNumber("1.00000000000000000E+2"), "exact");
  assert.equal(classifyNumber("900719925474099300000E-5"), "inexact");
});

test("accepts only number literals in the JSON grammar", () => {
  for (const text of ["0", "-0", "10", "1.50", "1e5", "1E+05", "-1.0e-0"]) assert.ok(isNumberLiteral(text), text);
  for (const text of [
    "",
    "-",
    "+1",
    "01",
    "-01",
    "1.",
    ".5",
    "1e",
    "1e+",
    "0x1",
    "1_0",
    "NaN",
    "Infinity",
    "1 ",
    "١",
  ]) {
    assert.ok(!isNumberLiteral(text), text);
  }
});

function literals(): fc.Arbitrary<string> {
  const digits = (max: number): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom("0", "0", "1", "5", "9"), { minLength: 1, maxLength: max }).map((list) => list.join(""));
  return fc
    .record({
      sign: fc.constantFrom("", "-"),
      whole: fc.oneof(
        fc.constant("0"),
        digits(30).map((text) => `1${text}`),
      ),
      fraction: fc.oneof(
        fc.constant(""),
        digits(30).map((text) => `.${text}`),
      ),
      power: fc.oneof(
        fc.constant(""),
        fc.integer({ min: -345, max: 330 }).map((power) => `e${power}`),
      ),
    })
    .map(({ sign, whole, fraction, power }) => sign + whole + fraction + power);
}

// An oracle that shares no code with the implementation: it compares both literals as multiples of 10^-700.
function isSameDecimal(a: string, b: string): boolean {
  return toScaled(a) === toScaled(b);
}

function toScaled(literal: string): bigint {
  const [mantissa = "", power = "0"] = literal.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(whole + fraction) * 10n ** BigInt(700 + Number(power) - fraction.length);
}
