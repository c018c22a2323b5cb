import assert from "node:assert/strict";
import { test } from "node:test";
import { printable, printableLines } from "./printable.ts";

test("what a reader cannot see, or what moves the cursor, is written out", () => {
  assert.equal(printable("a\u001b[31mb"), "a\\u{1b}[31mb");
  assert.equal(printable("\u202efdp.exe"), "\\u{202e}fdp.exe");
  assert.equal(printable("a\u200bb\r\n\tc"), "a\\u{200b}b\\u{d}\\u{a}\\u{9}c");
  assert.equal(printable("\u009b2J\u{e0041}"), "\\u{9b}2J\\u{e0041}");
});

test("letters of any script stay as they are", () => {
  for (const text of ["Straße", "東京", "нет", "e\u0301", "🎉"]) assert.equal(printable(text), text);
});

test("lines stay lines", () => {
  assert.equal(printableLines("a\r\nb\u0007\nc"), "a\nb\\u{7}\nc");
});
