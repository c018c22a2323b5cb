import assert from "node:assert/strict";
import { test } from "node:test";
import stringWidth from "string-width";
import { wrap } from "./wrap.ts";

test("a text is broken between words", () => {
  assert.deepEqual(wrap("one two three four", 9), ["one two", "three", "four"]);
  assert.deepEqual(wrap("short", 80), ["short"]);
  assert.deepEqual(wrap("", 80), [""]);
});

test("no line is wider than the terminal, whatever the text", () => {
  for (const text of ["x".repeat(100), "東京都".repeat(20), `a ${"é".repeat(50)} b`, "👩‍👩‍👧 ".repeat(20)]) {
    for (const line of wrap(text, 20)) assert.ok(stringWidth(line) <= 20, line);
    assert.equal(wrap(text, 20).join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }
});
