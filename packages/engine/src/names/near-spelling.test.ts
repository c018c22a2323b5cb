import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import leven from "leven";
import { foldName, spellingDistance } from "./near-spelling.ts";

function distance(a: string, b: string): number | undefined {
  return spellingDistance(foldName(a), foldName(b));
}

test("words that differ in their first letter, in digits, or in two letters side by side are other words", () => {
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

test("a distance is the same in both directions, and never less than what the full edit distance says", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(name, name, (a, b) => {
      const found = distance(a, b);
      assert.equal(found, distance(b, a));
      // A swapped pair is one misspelling and two edits.
      if (found !== undefined) assert.ok(leven(a, b) <= 2 * found && leven(a, b) >= found);
      if (leven(a, b) === 1 && a[0] === b[0] && Math.max(a.length, b.length) >= 4) assert.equal(found, 1);
    }),
    propertyRuns(),
  );
});
