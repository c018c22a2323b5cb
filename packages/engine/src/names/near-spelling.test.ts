import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import leven from "leven";
import { foldName, spellingDistance } from "./near-spelling.ts";

function distance(a: string, b: string): number | undefined {
  return spellingDistance(foldName(a), foldName(b));
}

test("words that differ in the first letter, in digits or in two adjacent letters are not misspellings of each other", () => {
  for (const [a, b] of [
    ["code", "mode"],
    ["rate", "date"],
    ["host", "post"],
    ["line1", "line2"],
    ["sha256Sum", "sha512Sum"],
    ["maxLength", "minLength"],
    ["includes", "excludes"],
    ["insecure", "secure"],
    ["period", "person"],
    ["url", "uri"],
  ] as const) {
    assert.equal(distance(a, b), undefined, `${a} and ${b}`);
  }
});

test("the distance is symmetric and consistent with the Levenshtein distance", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(name, name, (a, b) => {
      const actual = distance(a, b);
      assert.equal(actual, distance(b, a));
      // A swapped pair is one wrong letter here, and two edits for Levenshtein.
      if (actual !== undefined) assert.ok(leven(a, b) <= 2 * actual && leven(a, b) >= actual);
      if (leven(a, b) === 1 && a[0] === b[0] && Math.max(a.length, b.length) >= 4) assert.equal(actual, 1);
    }),
    propertyRuns(),
  );
});
