import assert from "node:assert/strict";
import { test } from "node:test";
import { findClosest } from "./find-closest.ts";

const known = ["generatorId", "generatorName", "description", "outputFields", "supportedStrategies", "type", "age"];

test("recognizes a name in different case or with different separators", () => {
  assert.equal(findClosest("generator_name", known), "generatorName");
  assert.equal(findClosest("OUTPUT-FIELDS", known), "outputFields");
  assert.equal(findClosest("generator id", known), "generatorId");
});

test("recognizes a name with one wrong letter, and a long name with two", () => {
  assert.equal(findClosest("descripton", known), "description");
  assert.equal(findClosest("descritpion", known), "description");
  assert.equal(findClosest("desciptoin", known), "description");
  assert.equal(findClosest("tpe", known), "type");
  assert.equal(findClosest("tpye", known), "type");
  assert.equal(findClosest("tipo", known), undefined);
  assert.equal(findClosest("colour", known), undefined);
  assert.equal(findClosest("ag", known), undefined);
});

test("suggests nothing if two known names are equally close", () => {
  assert.equal(findClosest("mixLength", ["minLength", "maxLength"]), undefined);
  assert.equal(findClosest("minLenght", ["minLength", "maxLength"]), "minLength");
  assert.equal(findClosest("date_time", ["dateTime", "date-time"]), undefined);
});

test("recognizes a name in another Unicode normalization form, if only one known name matches", () => {
  const [composed, decomposed] = ["Zürich".normalize("NFC"), "Zürich".normalize("NFD")];
  assert.equal(findClosest(decomposed, [composed, "Genf"]), composed);
  assert.equal(findClosest(composed, [decomposed, "Genf"]), decomposed);
  assert.equal(findClosest("서울".normalize("NFD"), ["서울".normalize("NFC")]), "서울".normalize("NFC"));
  assert.equal(findClosest(decomposed.toLowerCase(), [composed, decomposed]), undefined);
  assert.equal(findClosest("\u2460", ["1"]), undefined);
});
