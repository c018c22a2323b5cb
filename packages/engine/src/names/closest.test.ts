import assert from "node:assert/strict";
import { test } from "node:test";
import { closest } from "./closest.ts";

const known = ["generatorId", "generatorName", "description", "outputFields", "supportedStrategies", "type", "age"];

test("a name in another case, or with other separators, is recognized", () => {
  assert.equal(closest("generator_name", known), "generatorName");
  assert.equal(closest("OUTPUT-FIELDS", known), "outputFields");
  assert.equal(closest("generator id", known), "generatorId");
});

test("a name with a wrong letter is recognized, a long one with two", () => {
  assert.equal(closest("descripton", known), "description");
  assert.equal(closest("descritpion", known), "description");
  assert.equal(closest("desciptoin", known), "description");
  assert.equal(closest("tpe", known), "type");
  assert.equal(closest("tpye", known), "type");
  assert.equal(closest("tipo", known), undefined);
  assert.equal(closest("colour", known), undefined);
  assert.equal(closest("ag", known), undefined);
});

test("of two known names that are equally close, none is meant", () => {
  assert.equal(closest("mixLength", ["minLength", "maxLength"]), undefined);
  assert.equal(closest("minLenght", ["minLength", "maxLength"]), "minLength");
  assert.equal(closest("date_time", ["dateTime", "date-time"]), undefined);
});

test("a name in other code points that Unicode calls the same is recognized, if only one known name is", () => {
  const [city, apart] = ["Zürich".normalize("NFC"), "Zürich".normalize("NFD")];
  assert.equal(closest(apart, [city, "Genf"]), city);
  assert.equal(closest(city, [apart, "Genf"]), apart);
  assert.equal(closest("서울".normalize("NFD"), ["서울".normalize("NFC")]), "서울".normalize("NFC"));
  assert.equal(closest(apart.toLowerCase(), [city, apart]), undefined);
  assert.equal(closest("\u2460", ["1"]), undefined);
});
