import assert from "node:assert/strict";
import { test } from "node:test";
import { quote } from "./quote.ts";

test("quoted text is cut after 32 characters, not in the middle of one", () => {
  assert.equal(quote("x".repeat(32)), `"${"x".repeat(32)}"`);
  assert.equal(quote("x".repeat(33)), `"${"x".repeat(32)}…"`);
  assert.equal(quote("\u{1f600}".repeat(40)), `"${"\u{1f600}".repeat(32)}…"`);
});

test("characters that hide or reorder text are shown as escapes", () => {
  assert.equal(quote('a"b\\c'), '"a\\"b\\\\c"');
  assert.equal(
    quote(`\u0000\n\u202e\u200b\u2028\ufeff${String.fromCharCode(0xd800)}\u{e0041}`),
    '"\\u0000\\u000a\\u202e\\u200b\\u2028\\ufeff\\ud800\\u{e0041}"',
  );
  assert.equal(quote("é 日本 \u{1f600}"), '"é 日本 \u{1f600}"');
});
