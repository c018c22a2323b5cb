import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { toLosslessSlug } from "./slug.ts";

test("converts a string if only case, separators, whitespace and diacritics change", () => {
  const kept: readonly (readonly [string, string])[] = [
    ["Person_Basic", "person-basic"],
    ["  Loyalty  Card ", "loyalty-card"],
    ["LoyaltyCard", "loyalty-card"],
    ["iPhoneCase", "iphone-case"],
    ["HTTPServer", "httpserver"],
    ["a--b__c..d", "a-b-c-d"],
    ["Crème Brûlée", "creme-brulee"],
    ["Cre\u0300me", "creme"],
    ["İstanbul 2", "istanbul-2"],
    ["a\u00a0b", "a-b"],
  ];
  for (const [text, expected] of kept) assert.equal(toLosslessSlug(text), expected, text);
});

test("does not convert a string that would lose a letter or a sign", () => {
  const lost = [
    "Straße 日本",
    "Straße",
    "C++ & C#",
    "-500",
    "5-",
    "_a",
    "Loyalty Card!",
    "a/b",
    "№1",
    "x²",
    "ﬁnal",
    "２０２６",
    "smørrebrød",
    "реrson",
    "日本",
    "",
    " ",
    "-",
  ];
  for (const text of lost) assert.equal(toLosslessSlug(text), undefined, text);
  assert.equal(toLosslessSlug("a".repeat(256)), "a".repeat(256));
  assert.equal(toLosslessSlug("a".repeat(257)), undefined);
});

test("a slug keeps every letter and digit of the original string", () => {
  const extractLetters = (text: string) =>
    text
      .normalize("NFD")
      .toLowerCase()
      .replace(/[-_.\s]|\p{M}/gu, "");
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom("a", "É", "-", " ", "9", ".") }),
  );
  const property = fc.property(texts, (text) => {
    const slug = toLosslessSlug(text);
    if (slug !== undefined) assert.equal(extractLetters(slug), extractLetters(text));
  });
  fc.assert(property, propertyRuns());
});
