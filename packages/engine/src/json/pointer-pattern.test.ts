import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { formatPointer, parsePointer } from "./pointer.ts";
import {
  expandItems,
  expandPattern,
  findCommonPrefix,
  findFixedPrefix,
  findMatches,
  parsePattern,
} from "./pointer-pattern.ts";

test("a star matches each item of an array and each value of a map", () => {
  const document: Json = {
    records: [{ a: 1 }, { b: 2 }, { a: null }, 7],
    map: { x: [1], "*": [2] },
    grid: [[1, 2], [], [3]],
  };
  const listMatches = (pattern: string): string[] =>
    Array.from(expandPattern(document, parsePointer(pattern) ?? []), formatPointer);
  assert.deepEqual(listMatches(""), [""]);
  assert.deepEqual(listMatches("/records/*"), ["/records/0", "/records/1", "/records/2", "/records/3"]);
  assert.deepEqual(listMatches("/records/*/a"), ["/records/0/a", "/records/2/a"]);
  assert.deepEqual(listMatches("/grid/*/*"), ["/grid/0/0", "/grid/0/1", "/grid/2/0"]);
  assert.deepEqual(listMatches("/map/*"), ["/map/*", "/map/x"]);
  assert.deepEqual(listMatches("/map/*/0"), ["/map/*/0", "/map/x/0"]);
  assert.deepEqual(listMatches("/missing/*"), []);
  assert.deepEqual(listMatches("/records/1"), ["/records/1"]);
  assert.deepEqual(listMatches("/records/4"), []);
  assert.deepEqual(listMatches("/missing"), []);
});

test("yields a path for each item, even if the item lacks the rest of the path", () => {
  const document: Json = { records: [{ a: 1 }, {}], grid: [[1], []], map: { x: 1 } };
  const listPaths = (pattern: string): string[] =>
    Array.from(expandItems(document, parsePointer(pattern) ?? []), formatPointer);
  assert.deepEqual(listPaths("/records/*/a/b"), ["/records/0/a/b", "/records/1/a/b"]);
  assert.deepEqual(listPaths("/grid/*/*/b"), ["/grid/0/0/b"]);
  assert.deepEqual(listPaths("/map/*/b"), ["/map/x/b"]);
  assert.deepEqual(listPaths("/missing/b"), ["/missing/b"]);
});

test("yields each match with its value", () => {
  const matches = findMatches({ records: [{ a: 1 }, {}, { a: null }] }, ["records", "*", "a"]);
  const expected = [
    { path: ["records", "0", "a"], value: 1 },
    { path: ["records", "2", "a"], value: null },
  ];
  assert.deepEqual([...matches], expected);
});

test("a pattern without a star matches only the value at its path, if it exists", () => {
  const document: Json = { owner: { id: null } };
  assert.deepEqual([...findMatches(document, ["owner", "id"])], [{ path: ["owner", "id"], value: null }]);
  assert.deepEqual([...findMatches(document, ["owner", "name"])], []);
});

test("the fixed prefix of a pattern ends before its first star", () => {
  const findPrefix = (pattern: string): string => formatPointer(findFixedPrefix(parsePattern(pattern)));
  assert.equal(findPrefix("/samples/*/fields/*/id"), "/samples");
  assert.equal(findPrefix("/*/id"), "");
  assert.equal(findPrefix("/owner/id"), "/owner/id");
  assert.equal(findPrefix("/a~1b/c"), "/a~1b/c");
});

test("the common prefix of paths ends where they diverge", () => {
  const findCommon = (...paths: readonly string[]): string => formatPointer(findCommonPrefix(paths.map(parsePattern)));
  assert.equal(findCommon("/samples/0/id", "/samples/1/id", "/samples/0/name"), "/samples");
  assert.equal(findCommon("/samples/0/id", "/samples/0/id", "/samples/0/name"), "/samples/0");
  assert.equal(findCommon("/samples/0", "/samples/0/id"), "/samples/0");
  assert.equal(findCommon("/samples/0/id", "/samples/0"), "/samples/0");
  assert.equal(findCommon("/owner", "/samples"), "");
  assert.equal(findCommon("/owner/id"), "/owner/id");
  assert.equal(findCommon(), "");
});
