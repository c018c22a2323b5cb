import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { conversions } from "./conversions.ts";

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
