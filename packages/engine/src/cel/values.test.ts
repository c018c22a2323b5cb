import assert from "node:assert/strict";
import { test } from "node:test";
import { createToCel } from "./values.ts";

test("a whole number of up to 64 bits is an int with the digits that its author wrote", () => {
  const toCel = createToCel();
  for (const digits of ["0", "9007199254740994", "1234567890123456800", "9223372036854775000"]) {
    assert.equal(toCel(JSON.parse(digits)), BigInt(digits));
    assert.equal(toCel(JSON.parse(`-${digits}`)), -BigInt(digits));
  }
  for (const double of [0.5, 2 ** 63, -(2 ** 63), 1e300]) assert.equal(toCel(double), double);
});
