import assert from "node:assert/strict";
import { test } from "node:test";
import { splitList } from "./split-list.ts";

test("commas, semicolons or line breaks separate the parts of a string", () => {
  const split: readonly (readonly [string, readonly string[]])[] = [
    ["a, b", ["a", "b"]],
    ["a,b,c", ["a", "b", "c"]],
    [" a ; b c ", ["a", "b c"]],
    ["a\nb\r\nc\n", ["a", "b", "c"]],
    ["a,\n  b,\n  c", ["a", "b", "c"]],
  ];
  for (const [text, parts] of split) assert.deepEqual(splitList(text), parts, text);
});

test("a string is not split where it is not clear what a part is", () => {
  for (const text of ["", "a", "a b", ",", "a,", ",a", "a,,b", "a, b; c", "a, b\nc", "a\n\nb"])
    assert.equal(splitList(text), undefined, text);
});

test("a string with more parts than a fix can show is not split", () => {
  const list = (parts: number) => Array.from({ length: parts }, () => "a").join();
  assert.equal(splitList(list(256))?.length, 256);
  assert.equal(splitList(list(257)), undefined);
});
