import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { closestMatch } from "leven";
import { closest } from "./closest.ts";

const known = ["generatorId", "generatorName", "description", "outputFields", "supportedStrategies", "type", "age"];

test("a name in another case, or with other separators, is recognised", () => {
  assert.equal(closest("generator_name", known), "generatorName");
  assert.equal(closest("OUTPUT-FIELDS", known), "outputFields");
  assert.equal(closest("generator id", known), "generatorId");
});

test("a name that is one or two edits off is recognised, a short one only at one", () => {
  assert.equal(closest("descripton", known), "description");
  assert.equal(closest("descritpion", known), "description");
  assert.equal(closest("tpe", known), "type");
  assert.equal(closest("tpye", known), undefined);
  assert.equal(closest("colour", known), undefined);
  assert.equal(closest("ag", known), undefined);
});

test("the nearest of several names is the one that a full edit distance finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 5, maxLength: 9 });
  fc.assert(
    fc.property(word, fc.uniqueArray(word, { maxLength: 6 }), (name, names) => {
      const others = names.filter((other) => other !== name);
      assert.equal(closest(name, others), closestMatch(name, others, { maxDistance: 2 }));
    }),
    propertyRuns(),
  );
});
