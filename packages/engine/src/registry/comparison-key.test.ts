import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { comparisonKey, isGeneratorId, lookalikeKey } from "./comparison-key.ts";

const id = fc.string({ unit: fc.constantFrom(..."abrnvwmoli01AZRNVI-_."), maxLength: 12 });

test("a generator id is letters, digits and - _ . / @ + :, with a letter or digit among them", () => {
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

test("ids are the same whatever their case and their separators are", () => {
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

test("only ASCII letters change their case: nothing depends on a language", () => {
  assert.equal(comparisonKey("İÉ\u212aΣ@[`{"), "İÉ\u212aΣ@[`{");
});

test("a key is its own key, and does not depend on where separators stand", () => {
  const property = fc.property(id, fc.nat(), fc.constantFrom("-", "_", "."), (text, at, separator) => {
    const key = comparisonKey(text);
    assert.match(key, /^[a-z0-9]*$/);
    assert.equal(comparisonKey(key), key);
    const place = at % (text.length + 1);
    assert.equal(comparisonKey(text.slice(0, place) + separator + text.slice(place)), key);
    assert.equal(comparisonKey(text.toUpperCase()), key);
  });
  fc.assert(property, propertyRuns());
});

test("ids that people mistake for one another look alike", () => {
  const alike: readonly (readonly [string, string])[] = [
    ["pers0n-basic", "person-basic"],
    ["O0o", "ooo"],
    ["1nv01ce", "invoice"],
    ["INVOICE", "lnvolce"],
    ["bum-rate", "burn-rate"],
    ["bu-rn-burn", "bumbum"],
    ["r-n", "m"],
    ["web-visit", "vveb-visit"],
    ["vv-vv", "ww"],
    ["0il-101l", "o1i.lol1"],
  ];
  for (const [one, other] of alike) assert.equal(lookalikeKey(one), lookalikeKey(other), `${one} and ${other}`);
});

test("ids that are the same look alike, so one range holds all that a verdict needs", () => {
  const letters = fc.array(fc.constantFrom(..."abrnvwmoli019"), { minLength: 1, maxLength: 12 });
  const spelled = fc.tuple(fc.boolean(), fc.constantFrom("", "", "-", "_", ".", "-_."));
  const spelling = fc.array(spelled, { minLength: 12, maxLength: 12 });
  const property = fc.property(letters, spelling, spelling, (key, one, other) => {
    const spell = (choices: typeof one) =>
      key.map((letter, at) => {
        const [isCapital, separator] = choices[at] ?? [false, ""];
        return (isCapital ? letter.toUpperCase() : letter) + separator;
      });
    const [first, second] = [spell(one).join(""), spell(other).join("")];
    assert.equal(comparisonKey(first), comparisonKey(second));
    assert.equal(lookalikeKey(first), lookalikeKey(second));
    assert.equal(lookalikeKey(comparisonKey(first)), lookalikeKey(first));
  });
  fc.assert(property, propertyRuns());
});

test("ids that people tell apart do not look alike", () => {
  const apart: readonly (readonly [string, string])[] = [
    ["person", "persons"],
    ["a0", "a1"],
    ["m", "n"],
    ["v", "w"],
    ["nr", "m"],
    ["8", "b"],
    ["o", "q"],
    ["i", "j"],
  ];
  for (const [one, other] of apart) assert.notEqual(lookalikeKey(one), lookalikeKey(other), `${one} and ${other}`);
});

test("the same ids look alike, and so does everything that differs by one look-alike", () => {
  const swaps: readonly (readonly [string, string])[] = [
    ["0", "o"],
    ["1", "l"],
    ["i", "1"],
    ["i", "l"],
  ];
  const property = fc.property(id, fc.nat(), fc.constantFrom(...swaps), (text, at, [one, other]) => {
    assert.equal(lookalikeKey(comparisonKey(text)), lookalikeKey(text));
    const place = at % (text.length + 1);
    const [before, after] = [text.slice(0, place), text.slice(place)];
    assert.equal(lookalikeKey(before + one + after), lookalikeKey(before + other + after));
  });
  fc.assert(property, propertyRuns());
});
