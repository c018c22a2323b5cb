import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlain, quote, quoteSingle, sanitizeText } from "./sanitize-text.ts";

test("truncates text after 64 characters, never inside a character", () => {
  assert.equal(sanitizeText("x".repeat(64)), "x".repeat(64));
  assert.equal(sanitizeText("x".repeat(65)), `${"x".repeat(64)}…`);
  assert.equal(sanitizeText("\u{1f600}".repeat(64)), "\u{1f600}".repeat(64));
  assert.equal(sanitizeText("\u{1f600}".repeat(65)), `${"\u{1f600}".repeat(64)}…`);
  assert.equal(sanitizeText("x".repeat(65), 200), "x".repeat(65));
});

test("escapes invisible characters", () => {
  for (const point of [
    0x0, 0xa, 0x7f, 0x85, 0xad, 0x378, 0x200b, 0x200d, 0x2028, 0x202e, 0x2066, 0x2800, 0xfe0f, 0xfeff, 0xe000, 0x1d159,
    0xe0041, 0xe0100,
  ]) {
    assert.equal(sanitizeText(`a${String.fromCodePoint(point)}b`), `a\\u{${point.toString(16)}}b`);
  }
  assert.equal(sanitizeText("\ud800"), "\\u{d800}");
});

test("leaves ordinary text in any language unchanged", () => {
  for (const text of ["", "naïve café", "日本語", "Ω≈ç√", "\u{1f600}", "a b", 'it\'s "so"']) {
    assert.equal(sanitizeText(text), text);
    assert.equal(isPlain(text), true);
  }
});

test("quoted text cannot close its own quotes", () => {
  assert.equal(quote('a" and \\'), '"a\\" and \\\\"');
  assert.equal(quote("\u202e"), '"\\u{202e}"');
});

test("in single quotes, an invisible character looks different from a literal escape sequence", () => {
  assert.equal(quoteSingle('it\'s "so" \\'), "'it\\'s \"so\" \\\\'");
  assert.equal(quoteSingle("\u202e"), "'\\u{202e}'");
  assert.equal(quoteSingle("\\u{202e}"), "'\\\\u{202e}'");
});
