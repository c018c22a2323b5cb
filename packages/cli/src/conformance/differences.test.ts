import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, differencesInAnyOrder } from "./differences.ts";

test("a difference names its place, what was expected and what was found", () => {
  const expected = { a: 1, b: [{ c: "x" }, { c: "y" }], d: true };
  assert.deepEqual(differences(expected, { d: true, b: [{ c: "x" }, { c: "y" }], a: 1 }), []);
  assert.deepEqual(differences(expected, { a: 2, b: [{ c: "x" }], "e/f": null }), [
    "/a: expected 1, got 2",
    '/b/1: missing, expected {"c":"y"}',
    "/d: missing, expected true",
    "/e~1f: not expected, got null",
  ]);
  assert.deepEqual(differences([], {}), ["the answer: expected [], got {}"]);
});

test("problems are compared in any order, each as often as it is there", () => {
  assert.deepEqual(differencesInAnyOrder([1, 2, 2], [2, 1, 2], "/problems"), []);
  assert.deepEqual(differencesInAnyOrder([1, 2, 2], [2, 1, 3], "/problems"), [
    "/problems: missing, expected 2",
    "/problems: not expected, got 3",
  ]);
});
