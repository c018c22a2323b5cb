import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { slug } from "./slug.ts";

test("a slug is the words of a text in lower case, joined by hyphens", () => {
  const slugs: readonly (readonly [string, string])[] = [
    ["Person_Basic", "person-basic"],
    ["  Loyalty  Card! ", "loyalty-card"],
    ["a--b__c..d", "a-b-c-d"],
    ["--a--", "a"],
    ["-", ""],
    ["", ""],
    ["日本", ""],
    ["Crème Brûlée №1", "creme-brulee-no1"],
    ["ﬁnal ２０２６", "final-2026"],
    ["İstanbul", "istanbul"],
    ["a\u0301\u0302e\u0301", "ae"],
    ["9Z", "9z"],
  ];
  for (const [text, expected] of slugs) assert.equal(slug(text), expected, text);
});

test("of a very long text only the beginning counts", () => {
  assert.equal(slug("a".repeat(256)), "a".repeat(256));
  assert.equal(slug("a".repeat(257)), "a".repeat(256));
  assert.equal(slug(`${"-".repeat(255)}ab`), "a");
});

test("whatever the text, its slug has the form of an id or is empty, and is its own slug", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary", maxLength: 300 }));
  const property = fc.property(text, (any) => {
    assert.match(slug(any), /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
    assert.equal(slug(slug(any)), slug(any.slice(0, 256)).slice(0, 256).replace(/-$/, ""));
  });
  fc.assert(property, propertyRuns());
});
