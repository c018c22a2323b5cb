import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import { isCelError } from "@bufbuild/cel";
import fc from "fast-check";
import { evaluateCel } from "../../test/evaluate-cel.ts";
import { compareCodePoints } from "./replaced-functions.ts";
import { containsString, replaceString, splitString } from "./search-string.ts";

function readReason(source: string): string {
  const result = evaluateCel(source);
  assert.ok(isCelError(result), source);
  return result.message;
}

test("timestamp() takes an integer as seconds, from year 1 to 9999", () => {
  assert.equal(evaluateCel("timestamp(1) == timestamp('1970-01-01T00:00:01Z')"), true);
  assert.equal(evaluateCel("timestamp(int(timestamp('2026-03-29T02:30:15Z'))).getFullYear()"), 2026n);
  assert.equal(evaluateCel("timestamp(-62135596800).getFullYear()"), 1n);
  assert.equal(evaluateCel("timestamp(253402300799).getFullYear()"), 9999n);
  for (const seconds of ["-62135596801", "253402300800", "9223372036854775807"]) {
    assert.equal(readReason(`timestamp(${seconds})`), "timestamp out of range");
  }
});

test("getDayOfYear() is correct for early years and leap years", () => {
  assert.equal(evaluateCel("timestamp('0001-01-01T00:00:00Z').getDayOfYear()"), 0n);
  assert.equal(evaluateCel("timestamp('0050-03-01T00:00:00Z').getDayOfYear()"), 59n);
  assert.equal(evaluateCel("timestamp('2024-12-31T23:59:59Z').getDayOfYear()"), 365n);
});

test("divides unsigned integers of any size", () => {
  assert.equal(evaluateCel("18446744073709551615u / 1u == 18446744073709551615u"), true);
  assert.match(readReason("1u / 0u"), /divide by zero/);
});

test("string() of bytes that are not UTF-8 gives the same error on every machine", () => {
  assert.equal(readReason(String.raw`string(b'\xff')`), "the bytes are not valid UTF-8");
  assert.equal(evaluateCel("string(b'ok')"), "ok");
});

test("orders strings by code points", () => {
  assert.equal(evaluateCel(String.raw`'\uFFFF' < '\U00010000' && '\U00010000' > '\uFFFF'`), true);
  assert.equal(evaluateCel("'a' < 'ab' && 'a' <= 'a' && 'b' >= 'ab' && !('a' > 'a')"), true);
  const toCodePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0) as number);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
      const [a, b] = [toCodePoints(left), toCodePoints(right)];
      const index = a.findIndex((point, position) => point !== b[position]);
      const expected = index < 0 ? a.length - b.length : (a[index] as number) - (b[index] ?? -1);
      assert.equal(Math.sign(compareCodePoints(left, right)), Math.sign(expected));
    }),
    propertyRuns(),
  );
});

test("contains(), split() and replace() have the same results as the built-in functions", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "ab", "😀"), maxLength: 60 });
  fc.assert(
    fc.property(texts, texts, texts, (text, part, rest) => {
      assert.equal(containsString(text, part), text.includes(part));
      assert.equal(containsString(text + part + rest, part), true);
      if (part === "") return;
      assert.deepEqual(splitString(text + part + rest, part), (text + part + rest).split(part));
      assert.equal(replaceString(text + part + rest, part, "$&c"), (text + part + rest).split(part).join("$&c"));
    }),
    propertyRuns(),
  );
});
