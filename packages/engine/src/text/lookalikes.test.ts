import assert from "node:assert/strict";
import { test } from "node:test";
import { lookalikesIn, withoutLookalikes } from "./lookalikes.ts";

test("letters of other scripts that look like ASCII ones are told by their code points", () => {
  assert.equal(withoutLookalikes("fre\u0456ght"), "freight");
  assert.deepEqual(lookalikesIn("fre\u0456ght"), ["i (U+0456)"]);
  assert.equal(withoutLookalikes("terrace\u2011north"), "terrace-north");
});

test("what looks like nothing else stays, and so does every ASCII text", () => {
  assert.equal(withoutLookalikes("fracht-größe"), "fracht-größe");
  assert.equal(withoutLookalikes("freight"), "freight");
  assert.deepEqual(lookalikesIn("größe"), []);
});
