import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { parsePointer, pointerOf } from "./pointer.ts";
import { commonPrefix, expandItems, expandPattern, findMatches, fixedPrefix, parsePattern } from "./pointer-pattern.ts";

test("a star in a pattern stands for each item of a list and each value of a map", () => {
  const document: Json = {
    records: [{ a: 1 }, { b: 2 }, { a: null }, 7],
    map: { x: [1], "*": [2] },
    grid: [[1, 2], [], [3]],
  };
  const matches = (pattern: string): string[] =>
    Array.from(expandPattern(document, parsePointer(pattern) ?? []), pointerOf);
  assert.deepEqual(matches(""), [""]);
  assert.deepEqual(matches("/records/*"), ["/records/0", "/records/1", "/records/2", "/records/3"]);
  assert.deepEqual(matches("/records/*/a"), ["/records/0/a", "/records/2/a"]);
  assert.deepEqual(matches("/grid/*/*"), ["/grid/0/0", "/grid/0/1", "/grid/2/0"]);
  assert.deepEqual(matches("/map/*"), ["/map/*", "/map/x"]);
  assert.deepEqual(matches("/map/*/0"), ["/map/*/0", "/map/x/0"]);
  assert.deepEqual(matches("/missing/*"), []);
  assert.deepEqual(matches("/records/1"), ["/records/1"]);
  assert.deepEqual(matches("/records/4"), []);
  assert.deepEqual(matches("/missing"), []);
});

test("a path is given for each item, whether or not the item has the rest of it", () => {
  const document: Json = { records: [{ a: 1 }, {}], grid: [[1], []], map: { x: 1 } };
  const paths = (pattern: string): string[] =>
    Array.from(expandItems(document, parsePointer(pattern) ?? []), pointerOf);
  assert.deepEqual(paths("/records/*/a/b"), ["/records/0/a/b", "/records/1/a/b"]);
  assert.deepEqual(paths("/grid/*/*/b"), ["/grid/0/0/b"]);
  assert.deepEqual(paths("/map/*/b"), ["/map/x/b"]);
  assert.deepEqual(paths("/missing/b"), ["/missing/b"]);
});

test("the matches of a pattern have their values", () => {
  const matches = findMatches({ records: [{ a: 1 }, {}, { a: null }] }, ["records", "*", "a"]);
  const expected = [
    { path: ["records", "0", "a"], value: 1 },
    { path: ["records", "2", "a"], value: null },
  ];
  assert.deepEqual([...matches], expected);
});

test("a pattern without a star matches the one value at its path, if there is one", () => {
  const document: Json = { owner: { id: null } };
  assert.deepEqual([...findMatches(document, ["owner", "id"])], [{ path: ["owner", "id"], value: null }]);
  assert.deepEqual([...findMatches(document, ["owner", "name"])], []);
});

test("what a pattern begins with ends before its first star", () => {
  const prefix = (pattern: string): string => pointerOf(fixedPrefix(parsePattern(pattern)));
  assert.equal(prefix("/samples/*/fields/*/id"), "/samples");
  assert.equal(prefix("/*/id"), "");
  assert.equal(prefix("/owner/id"), "/owner/id");
  assert.equal(prefix("/a~1b/c"), "/a~1b/c");
});

test("the place that contains several others is where their paths part", () => {
  const common = (...paths: readonly string[]): string => pointerOf(commonPrefix(paths.map(parsePattern)));
  assert.equal(common("/samples/0/id", "/samples/1/id", "/samples/0/name"), "/samples");
  assert.equal(common("/samples/0/id", "/samples/0/id", "/samples/0/name"), "/samples/0");
  assert.equal(common("/samples/0", "/samples/0/id"), "/samples/0");
  assert.equal(common("/samples/0/id", "/samples/0"), "/samples/0");
  assert.equal(common("/owner", "/samples"), "");
  assert.equal(common("/owner/id"), "/owner/id");
  assert.equal(common(), "");
});
