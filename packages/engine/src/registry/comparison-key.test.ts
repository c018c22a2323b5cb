import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { comparisonKey, isGeneratorId } from "./comparison-key.ts";

const id = fc.string({ unit: fc.constantFrom(..."abrnvwmoli01AZRNVI-_."), maxLength: 12 });

test("a generator id consists of letters, digits and - _ . / @ + :, with at least one letter or digit", () => {
  for (const text of [
    "a",
    "Z",
    "0",
    "9",
    "person-basic",
    "Person_Basic.2",
    "-a",
    "a-",
    "._-9",
    "a/b@1.0+x",
    "/9",
    ":9",
    "a".repeat(255),
  ]) {
    assert.equal(isGeneratorId(text), true, text);
  }
  for (const text of [
    "",
    "-",
    "._-",
    "a b",
    " a",
    "a\n",
    "\na",
    "/@+:",
    "a,b",
    "a;b",
    "é",
    "ａ",
    "а",
    "a\u200b",
    "٣",
    "[a",
    "`a",
    "{a",
    "a".repeat(256),
  ]) {
    assert.equal(isGeneratorId(text), false, JSON.stringify(text));
  }
});

test("ids that differ only in case and separators have the same key", () => {
  const key = comparisonKey("person-basic");
  assert.equal(key, "personbasic");
  for (const other of ["Person_Basic", "PERSON.BASIC", "personbasic", "-person--basic-", "p.e_r-s.o_n-basic"]) {
    assert.equal(comparisonKey(other), key, other);
  }
  for (const other of ["person-basics", "person basic", "pers0n-basic", "person"]) {
    assert.notEqual(comparisonKey(other), key, other);
  }
  assert.equal(comparisonKey("AZaz09"), "azaz09");
});

test("only ASCII letters are lowercased, so the key does not depend on a locale", () => {
  assert.equal(comparisonKey("İÉ\u212aΣ@[`{"), "İÉ\u212aΣ@[`{");
});

test("the key of a key is the key itself, and inserting a separator into an id does not change its key", () => {
  const property = fc.property(id, fc.nat(), fc.constantFrom("-", "_", "."), (text, number, separator) => {
    const key = comparisonKey(text);
    assert.match(key, /^[a-z0-9]*$/);
    assert.equal(comparisonKey(key), key);
    const index = number % (text.length + 1);
    assert.equal(comparisonKey(text.slice(0, index) + separator + text.slice(index)), key);
    assert.equal(comparisonKey(text.toUpperCase()), key);
  });
  fc.assert(property, propertyRuns());
});
