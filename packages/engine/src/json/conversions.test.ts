import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { conversionSteps, conversions, saysNothing } from "./conversions.ts";

test("a value in the wrong type is converted to what says the same, the likeliest first", () => {
  const converted: readonly (readonly [Json, readonly Json[]])[] = [
    ["text", [["text"]]],
    [" text ", ["text", ["text"]]],
    ["true", [true]],
    ["FALSE ", ["FALSE", false]],
    ["null", [null]],
    ["36", [36, ["36"]]],
    ["-1.5", [-1.5, ["-1.5"]]],
    ["2.0", [2, ["2.0"]]],
    [" 0 ", ["0", 0, ["0"]]],
    ['["a", "b"]', [["a", "b"]]],
    ['{"a":1}', [{ a: 1 }]],
    [36, ["36", [36]]],
    [true, ["true", [true]]],
    [{ a: 1 }, [[{ a: 1 }]]],
    [null, []],
    [["a"], []],
  ];
  for (const [value, expected] of converted) assert.deepEqual(conversions(value), expected, JSON.stringify(value));
});

test("a string is read strictly: nothing is guessed", () => {
  const unread = [
    "007",
    "+1",
    "1e3",
    "[1,]",
    "{a:1}",
    '{"a":1,"a":2}',
    "9007199254740993",
    "1.",
    "1.2.3",
    "x1",
    '"a1"',
    "yes",
  ];
  for (const value of unread) {
    assert.ok(!conversions(value).some((other) => typeof other !== "object" || !Array.isArray(other)), value);
  }
  for (const value of ["1,5", "1,250.50", "1 000", '"36"']) assert.deepEqual(conversions(value), [], value);
  for (const value of ["nullable", "not null", "truest", "untrue"]) {
    assert.deepEqual(
      conversions(value).filter((other) => !Array.isArray(other)),
      [],
      value,
    );
  }
});

test("a fraction does not become a string, because the zeros at its end are not known: 1.10 is read as 1.1", () => {
  assert.deepEqual(conversions(1.1), [[1.1]]);
  assert.deepEqual(conversions(1e300), [[1e300]]);
});

test("a string becomes an array with one item only if it is one word, and a word for something", () => {
  for (const word of [
    "fast",
    "edge-cases",
    "contacts.read",
    "read:user",
    "ada@lab.example",
    "#1f6feb",
    "日本",
    "https://a.example/b",
    "http://a.example/b",
    "allow",
    "small",
    "Tbilisi",
    "todos",
  ])
    assert.deepEqual(conversions(word), [[word]], word);
  const others = [
    "",
    " ",
    "-",
    "a, b",
    "a b",
    "a|b",
    "a/b",
    "a & b",
    "a\nb",
    "'a'",
    '"a"',
    "(a)",
    "<a>",
    "https://a.example,https://b.example",
  ];
  for (const text of [...others, "none", "None", "n/a", "all", "tbd", "Unknown", "TODO", "?"])
    assert.deepEqual(conversions(text).filter(Array.isArray), [], text);
});

test("three digits after a point are not read as a fraction: the point may separate thousands", () => {
  for (const text of ["1.250", "-1.250", "12.500", "125.000"]) assert.deepEqual(conversions(text), [[text]], text);
  const fractions = { "0.250": 0.25, "1.25": 1.25, "1.2500": 1.25, "1250.000": 1250, "-0.125": -0.125 };
  for (const [text, number] of Object.entries(fractions)) assert.deepEqual(conversions(text), [number, [text]], text);
});

test("a blank string and a word for no value say nothing, and a word that contains one says something", () => {
  for (const text of [
    "",
    " \n",
    " null ",
    "None",
    "nil",
    "n/a",
    "N.A.",
    "n.a",
    "NA",
    "tba",
    "TBC",
    "tbd",
    "--",
    "???",
  ]) {
    assert.equal(saysNothing(text), true, text);
  }
  for (const value of ["nullable", "no", "not null", "n-a", "tbx", "-1", "why?", 0, null, undefined, [], {}]) {
    assert.equal(saysNothing(value), false, JSON.stringify(value));
  }
});

test("a string that may be an array or an object costs four times as much to convert, and what is not a string nothing", () => {
  const text = "x".repeat(62);
  const steps = conversionSteps(`${text}xx`);
  assert.ok(steps > 0);
  for (const opening of ["[x", "{x", " [", "\n{"]) assert.equal(conversionSteps(opening + text), 4 * steps, opening);
  assert.equal(conversionSteps(`x[${text}`), steps);
  assert.equal(conversionSteps(text.repeat(10)), (10 * 62 * steps) / 64);
  for (const value of [7, true, null, ["[1]"], { length: 64 }]) assert.equal(conversionSteps(value), 0);
});
