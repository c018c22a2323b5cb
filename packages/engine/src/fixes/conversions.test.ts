import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { conversions } from "./conversions.ts";

test("a value in the wrong type is converted to what was probably meant, the likeliest first", () => {
  const converted: readonly (readonly [Json, readonly Json[]])[] = [
    ["text", [["text"]]],
    ["", [[""]]],
    [" text ", ["text", [" text "]]],
    ["true", [true, ["true"]]],
    ["FALSE ", ["FALSE", false, ["FALSE "]]],
    ["null", [["null"]]],
    ["36", [36, ["36"]]],
    ["-1.5", [-1.5, ["-1.5"]]],
    [" 0 ", ["0", 0, [" 0 "]]],
    ['["a"]', [["a"], ['["a"]']]],
    ['{"a":1}', [{ a: 1 }, ['{"a":1}']]],
    ['"a"', [['"a"']]],
    [36, ["36", [36]]],
    [true, ["true", [true]]],
    [{ a: 1 }, [[{ a: 1 }]]],
    [null, []],
    [["a"], []],
  ];
  for (const [value, expected] of converted) assert.deepEqual(conversions(value), expected, JSON.stringify(value));
});

test("a string is read strictly: nothing is guessed", () => {
  for (const value of [
    "1,5",
    "007",
    "+1",
    "1 000",
    "[1,]",
    "{a:1}",
    '{"a":1,"a":2}',
    "9007199254740993",
    "x1",
    '"a1"',
  ]) {
    assert.deepEqual(conversions(value), [[value]], value);
  }
});
