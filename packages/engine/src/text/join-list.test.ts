import assert from "node:assert/strict";
import { test } from "node:test";
import { joinList } from "./phrases.ts";

test("a list reads as in a sentence", () => {
  assert.equal(joinList([], "or"), "");
  assert.equal(joinList(["a"], "or"), "a");
  assert.equal(joinList(["a", "b"], "and"), "a and b");
  assert.equal(joinList(["a", "b", "c"], "or"), "a, b or c");
});
