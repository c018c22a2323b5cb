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

test("no line begins with a command for a log, wherever a long word is broken", () => {
  for (const letter of ["x", "e\u0301", "東"]) {
    for (let length = 0; length < 14 * 14; length += 1) {
      const lead = `${letter.repeat(length % 14)}${":".repeat(Math.floor(length / 14))}`;
      const text = `${lead}::stop-commands::${"y".repeat(20)}`;
      const lines = wrap(text, 12);
      assert.equal(lines.join(""), text);
      assert.ok(
        lines.every((line, index) => stringWidth(line) <= 12 && (index === 0 || !/^::\p{L}/u.test(line))),
        lines.join("|"),
      );
    }
  }
  assert.deepEqual(wrap(`x${":".repeat(11)}::error::y`, 12), ["x::::::::::", ":::error::y"]);
  assert.deepEqual(wrap(":".repeat(5), 2), ["::", "::", ":"]);
  assert.deepEqual(wrap("x::e", 1), ["x", ":", ":", "e"]);
});
