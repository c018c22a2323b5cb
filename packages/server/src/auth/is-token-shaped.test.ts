import assert from "node:assert/strict";
import { test } from "node:test";
import { isTokenShaped } from "./credential-shape.ts";

test("an access token has 20 to 4,096 characters of token68", () => {
  for (const token of ["a".repeat(20), "a".repeat(4_096), "AZaz09-._~+/AZaz09-._~+/==", `${"a".repeat(19)}=`]) {
    assert.ok(isTokenShaped(token), token.slice(0, 40));
  }
  const short = ["", "a".repeat(19), "=".repeat(20)];
  for (const other of [
    ...short,
    "a".repeat(4_097),
    `${"a".repeat(20)}=a`,
    `${"a".repeat(20)}!`,
    `${"a".repeat(20)}\n`,
  ]) {
    assert.ok(!isTokenShaped(other), JSON.stringify(other.slice(0, 40)));
  }
});
