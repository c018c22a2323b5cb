import assert from "node:assert/strict";
import { test } from "node:test";
import { closest } from "./closest.ts";

const known = ["generatorId", "generatorName", "description", "outputFields", "supportedStrategies", "type", "age"];

test("recognizes a name in different case or with different separators", () => {
  assert.equal(closest("generator_name", known), "generatorName");
  assert.equal(closest("OUTPUT-FIELDS", known), "outputFields");
  assert.equal(closest("generator id", known), "generatorId");
});

test("recognizes a name with one wrong letter, and a long name with two", () => {
  assert.equal(closest("descripton", known), "description");
  assert.equal(closest("descritpion", known), "description");
  assert.equal(closest("desciptoin", known), "description");
  assert.equal(closest("tpe", known), "type");
  assert.equal(closest("tpye", known), "type");
  assert.equal(closest("tipo", known), undefined);
  assert.equal(closest("colour", known), undefined);
  assert.equal(closest("ag", known), undefined);
});

test("suggests nothing if two known names are equally close", () => {
  assert.equal(closest("mixLength", ["minLength", "maxLength"]), undefined);
  assert.equal(closest("minLenght", ["minLength", "maxLength"]), "minLength");
  assert.equal(closest("date_time", ["dateTime", "date-time"]), undefined);
});

test("recognizes a name in another Unicode normalization form, if only one known name matches", () => {
  const [composed, decomposed] = ["Zürich".normalize("NFC"), "Zürich".normalize("NFD")];
  assert.equal(closest(decomposed, [composed, "Genf"]), composed);
  assert.equal(closest(composed, [decomposed, "Genf"]), decomposed);
  assert.equal(closest("서울".normalize("NFD"), ["서울".normalize("NFC")]), "서울".normalize("NFC"));
  assert.equal(closest(decomposed.toLowerCase(), [composed, decomposed]), undefined);
  assert.equal(closest("\u2460", ["1"]), undefined);
});
