import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { toLosslessSlug } from "./slug.ts";

test("a slug that only changes case, separators, whitespace and diacritics loses nothing", () => {
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

test("a slug that would lose a letter or a sign is none", () => {
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

test("whatever the text, its letters and digits are those of its lossless slug", () => {
  const extractLetters = (text: string) =>
    text
      .normalize("NFD")
      .toLowerCase()
      .replace(/[-_.\s]|\p{M}/gu, "");
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom("a", "É", "-", " ", "9", ".") }),
  );
  const property = fc.property(text, (any) => {
    const id = toLosslessSlug(any);
    if (id !== undefined) assert.equal(extractLetters(id), extractLetters(any));
  });
  fc.assert(property, propertyRuns());
});
