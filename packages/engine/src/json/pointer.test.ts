import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { comparePaths, eachItem, escapeToken, expandPattern, Places, pointerOf, tokensOf, valueAt } from "./pointer.ts";

test("the examples of RFC 6901, section 5, point at what the RFC says", () => {
  const document = {
    foo: ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
  };
  const examples: readonly (readonly [string, Json])[] = [
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ];
  for (const [pointer, value] of examples)
    assert.deepEqual(valueAt(document, tokensOf(pointer) ?? ["?"]), value, pointer);
});

test("text that is not a JSON Pointer has no tokens", () => {
  for (const text of ["a", "a/b", "/~", "/a~2", "/~x/b", "#/a"]) assert.equal(tokensOf(text), undefined, text);
});

test("escaped tokens read back as they were", () => {
  assert.equal(escapeToken("~1/~0"), "~01~1~00");
  assert.deepEqual(tokensOf("/~01"), ["~1"]);
  const tokens = fc.array(fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a", "*") }));
  fc.assert(
    fc.property(tokens, (list) => assert.deepEqual(tokensOf(pointerOf(list)), list)),
    propertyRuns(),
  );
});

test("nothing inherited and no unusual index can be pointed at", () => {
  const document = JSON.parse('{"list":[1,2],"own":{"__proto__":3},"text":"ab"}') as JsonObject;
  assert.equal(valueAt(document, ["own", "__proto__"]), 3);
  for (const pointer of [
    "/list/00",
    "/list/01",
    "/list/-",
    "/list/-1",
    "/list/1.0",
    "/list/1e0",
    "/list/ 1",
    "/list/2",
    "/list/length",
    "/list/4294967296",
    "/list/__proto__",
    "/__proto__",
    "/constructor",
    "/own/constructor",
    "/text/0",
    "/text/length",
    "/list/0/0",
  ]) {
    assert.equal(valueAt(document, tokensOf(pointer) ?? []), undefined, pointer);
  }
});

test("paths are ordered as a reader of the document expects", () => {
  const expected = [
    "",
    "/0",
    "/2",
    "/2/a",
    "/10",
    "/9007199254740992",
    "/9007199254740993",
    "/01",
    "/B",
    "/a",
    "/a/2",
    "/a/10",
    "/a/-",
    "/a/x",
    "/b",
    "/ü",
    "/\u{1f600}",
    "/\uff21",
  ].map((pointer) => tokensOf(pointer) ?? []);
  assert.deepEqual(expected.toReversed().sort(comparePaths), expected);
});

test("the order of paths is total", () => {
  const token = fc.oneof(fc.nat(12).map(String), fc.constantFrom("a", "b", "01", "-", ""));
  const path = fc.array(token, { maxLength: 4 });
  const sign = (a: string[], b: string[]): number => Math.sign(comparePaths(a, b));
  fc.assert(
    fc.property(path, path, path, (a, b, c) => {
      assert.equal(sign(a, b) + sign(b, a), 0);
      assert.equal(sign(a, b) === 0, pointerOf(a) === pointerOf(b));
      if (sign(a, b) <= 0 && sign(b, c) <= 0) assert.ok(sign(a, c) <= 0);
    }),
    propertyRuns(),
  );
});

test("a star in a pattern stands for each item of a list, never for members", () => {
  const document: Json = {
    records: [{ a: 1 }, { b: 2 }, { a: null }, 7],
    map: { x: [1], "*": [2] },
    grid: [[1, 2], [], [3]],
  };
  const matches = (pattern: string): string[] =>
    Array.from(expandPattern(document, tokensOf(pattern) ?? []), pointerOf);
  assert.deepEqual(matches(""), [""]);
  assert.deepEqual(matches("/records/*"), ["/records/0", "/records/1", "/records/2", "/records/3"]);
  assert.deepEqual(matches("/records/*/a"), ["/records/0/a", "/records/2/a"]);
  assert.deepEqual(matches("/grid/*/*"), ["/grid/0/0", "/grid/0/1", "/grid/2/0"]);
  assert.deepEqual(matches("/map/*"), []);
  assert.deepEqual(matches("/map/*/0"), []);
  assert.deepEqual(matches("/missing/*"), []);
  assert.deepEqual(matches("/records/1"), ["/records/1"]);
  assert.deepEqual(matches("/records/4"), []);
  assert.deepEqual(matches("/missing"), []);
});

test("a place is named for each item, whether or not the item has it", () => {
  const document: Json = { records: [{ a: 1 }, {}], grid: [[1], []], map: { x: 1 } };
  const places = (pattern: string): string[] => Array.from(eachItem(document, tokensOf(pattern) ?? []), pointerOf);
  assert.deepEqual(places("/records/*/a/b"), ["/records/0/a/b", "/records/1/a/b"]);
  assert.deepEqual(places("/grid/*/*/b"), ["/grid/0/0/b"]);
  assert.deepEqual(places("/map/*/b"), []);
  assert.deepEqual(places("/missing/b"), ["/missing/b"]);
});

test("the places of a pattern have their values, and can be walked twice", () => {
  const places = new Places({ records: [{ a: 1 }, {}, { a: null }] }, ["records", "*", "a"]);
  const expected = [
    { path: ["records", "0", "a"], value: 1 },
    { path: ["records", "2", "a"], value: null },
  ];
  assert.deepEqual([...places], expected);
  assert.deepEqual([...places], expected);
});
