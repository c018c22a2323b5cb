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

test("what would be a command in the log of a CI service is written out, and what looks similar is not", () => {
  assert.equal(printable("a##[error]b ##vso[x]"), "a#\\u{23}[error]b #\\u{23}vso[x]");
  assert.equal(printable("::add-mask::x"), ":\\u{3a}add-mask::x");
  assert.equal(printable("say ::error file=a::x"), "say :\\u{3a}error file=a::x");
  // GitHub looks for the next two colons, behind others and in what is printed after this text.
  assert.equal(printable("::add-mask x=a:b::x"), ":\\u{3a}add-mask x=a:b::x");
  assert.equal(printable("::stop-commands"), ":\\u{3a}stop-commands");
  for (const text of ["## [x]", "# Title", "std::vector::x", "::1", "a :: b", "#[x]"])
    assert.equal(printable(text), text);
});

test("lines stay lines", () => {
  assert.equal(printableLines("a\r\nb\u0007\nc"), "a\nb\\u{7}\nc");
});
