import assert from "node:assert/strict";
import { test } from "node:test";
import { lookalikesIn, otherCodePoints, withoutLookalikes } from "./lookalikes.ts";

test("letters of other scripts that look like ASCII ones are told by their code points", () => {
  assert.equal(withoutLookalikes("fre\u0456ght"), "freight");
  assert.deepEqual(lookalikesIn("fre\u0456ght"), ["i (U+0456)"]);
  assert.equal(withoutLookalikes("terrace\u2011north"), "terrace-north");
});

test("what looks like nothing else stays, and so does every ASCII text", () => {
  assert.equal(withoutLookalikes("fracht-größe"), "fracht-größe");
  assert.equal(withoutLookalikes("freight"), "freight");
  assert.deepEqual(lookalikesIn("größe"), []);
  assert.deepEqual(lookalikesIn("ёлка".normalize("NFD"), "ёлка"), []);
});

test("two texts that look the same are told apart by the code points of their first difference", () => {
  assert.equal(otherCodePoints("Zu\u0308rich", "Z\u00fcrich"), "U+0075 U+0308 instead of U+00FC");
  assert.equal(otherCodePoints("300 \u212a", "300 K"), "U+212A instead of U+004B");
  assert.equal(
    otherCodePoints("a\u0307\u0323", "a\u0323\u0307"),
    "U+0061 U+0307 U+0323 instead of U+0061 U+0323 U+0307",
  );
  assert.equal(otherCodePoints("Zürich", "Zürich"), undefined);
  assert.equal(otherCodePoints("\uff21", "A"), undefined);
});

test("a text as long as a body is never normalized to compare it with a known one", ({ mock }) => {
  const normalize = mock.method(String.prototype, "normalize");
  const long = `a${"\u0301".repeat(14_000)}${"\u0327".repeat(14_000)}`;
  assert.equal(otherCodePoints(long, "Z\u00fcrich"), undefined);
  assert.equal(otherCodePoints("Zu\u0308rich", long), undefined);
  assert.equal(normalize.mock.callCount(), 0);
});
