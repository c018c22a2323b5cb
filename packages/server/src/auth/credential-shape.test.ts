import assert from "node:assert/strict";
import { test } from "node:test";
import { createKeyTest, isTokenShaped } from "./credential-shape.ts";

const defaultPattern = /^ai_[A-Za-z0-9_-]{20,200}$/;
const key = "ai_0123456789abcdefghijklmn";

test("finds a key between any other characters", () => {
  const hasKey = createKeyTest(defaultPattern);
  for (const text of [
    key,
    `x${key}`,
    `Bearer_${key}`,
    `agent-${key}-1`,
    `${key}${key}`,
    `https://x.example/?k=${key}!`,
  ]) {
    assert.ok(hasKey(text), text);
  }
  for (const text of ["", "ai_", "ai_short", "https://id.example", key.replace("_", "-")])
    assert.ok(!hasKey(text), text);
});

test("finds keys anywhere in a text, even if the pattern is anchored", () => {
  const patterns = [/^k[0-9]{4}$/, /^(?:k[0-9]{4}|q)$/, /\bk[0-9]{4}\b/, /\Bk[0-9]{4}\B/, /(?:^k[0-9]{4}$)/];
  for (const pattern of [...patterns, /^k[0-9]{4}$/g]) {
    const hasKey = createKeyTest(pattern);
    for (const text of ["k1234", "xk1234x", "xk1234x"]) assert.ok(hasKey(text), `${pattern}`);
    assert.ok(!hasKey("k123"), `${pattern}`);
  }
});

test("keeps carets and dollar signs that are part of the key", () => {
  const hasKey = createKeyTest(/^\$k[^$\]]\^[$^]$/);
  assert.ok(hasKey("x$kA^^x"));
  for (const text of ["kA^^", "$k$^^", "$kA^A", "$kA$"]) assert.ok(!hasKey(text), text);
});

test("an access token has 20 to 4,096 characters of token68", () => {
  for (const token of ["a".repeat(20), "a".repeat(4_096), "AZaz09-._~+/AZaz09-._~+/==", `${"a".repeat(19)}=`]) {
    assert.ok(isTokenShaped(token), token.slice(0, 40));
  }
  for (const other of [
    "",
    "a".repeat(19),
    "=".repeat(20),
    "a".repeat(4_097),
    `${"a".repeat(20)}=a`,
    `${"a".repeat(20)}!`,
    `${"a".repeat(20)}\n`,
  ]) {
    assert.ok(!isTokenShaped(other), JSON.stringify(other.slice(0, 40)));
  }
});
