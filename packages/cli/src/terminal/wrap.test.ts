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

test("a long word is not broken before a colon, so that no line begins with a command for a log", () => {
  for (let length = 1; length < 30; length += 1) {
    const lines = wrap(`${"x".repeat(length)}::stop-commands::${"y".repeat(20)}`, 12);
    assert.ok(
      lines.every((line) => line.length <= 12 && !line.startsWith(":")),
      lines.join("|"),
    );
  }
  assert.deepEqual(wrap(":".repeat(5), 2), ["::", "::", ":"]);
});
