import assert from "node:assert/strict";
import { test } from "node:test";
import { runs, seed } from "@assay/testing/scale";
import fc from "fast-check";
import stringWidth from "string-width";
import { graphemes, textWidth } from "./text-width.ts";

const text = fc.oneof(fc.string({ unit: "grapheme-composite" }), fc.string({ unit: "binary-ascii" }), fc.string());

test("a text takes the columns that string-width says, whether or not its tables are loaded", () => {
  fc.assert(
    fc.property(text, (any) => assert.equal(textWidth(any), stringWidth(any))),
    { numRuns: runs, seed },
  );
});

test("a text is divided into the characters that a reader sees", () => {
  const segments = (any: string) =>
    Array.from(new Intl.Segmenter().segment(any), ({ segment, index }) => [segment, index]);
  fc.assert(
    fc.property(text, (any) => {
      const found = Array.from(graphemes(any), ({ segment, index }) => [segment, index]);
      assert.deepEqual(found, segments(any));
    }),
    { numRuns: runs, seed },
  );
});
