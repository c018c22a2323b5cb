import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { escapeToken, type Json, type JsonObject } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { comparePaths, formatPointer, parsePointer, toPathKey, valueAt } from "./pointer.ts";

test("resolves the examples of RFC 6901, section 5", () => {
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
    assert.deepEqual(valueAt(document, parsePointer(pointer) ?? ["?"]), value, pointer);
});

test("does not parse text that is not a JSON Pointer", () => {
  for (const text of ["a", "a/b", "/~", "/a~2", "/~x/b", "#/a"]) assert.equal(parsePointer(text), undefined, text);
});

test("parses formatted paths back to the same paths", () => {
  assert.equal(escapeToken("~1/~0"), "~01~1~00");
  assert.deepEqual(parsePointer("/~01"), ["~1"]);
  const path = fc.array(fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a", "*") }));
  fc.assert(
    fc.property(path, (list) => assert.deepEqual(parsePointer(formatPointer(list)), list)),
    propertyRuns(),
  );
});

test("does not resolve inherited members or malformed indexes", () => {
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
    assert.equal(valueAt(document, parsePointer(pointer) ?? []), undefined, pointer);
  }
});

test("sorts paths as a reader of the document expects", () => {
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
  ].map((pointer) => parsePointer(pointer) ?? []);
  assert.deepEqual(expected.toReversed().sort(comparePaths), expected);
});

test("paths have a total order", () => {
  const token = fc.oneof(fc.nat(12).map(String), fc.constantFrom("a", "b", "01", "-", ""));
  const path = fc.array(token, { maxLength: 4 });
  const comparePair = (a: string[], b: string[]): number => Math.sign(comparePaths(a, b));
  fc.assert(
    fc.property(path, path, path, (a, b, c) => {
      assert.equal(comparePair(a, b) + comparePair(b, a), 0);
      assert.equal(comparePair(a, b) === 0, formatPointer(a) === formatPointer(b));
      if (comparePair(a, b) <= 0 && comparePair(b, c) <= 0) assert.ok(comparePair(a, c) <= 0);
    }),
    propertyRuns(),
  );
});

test("two paths have the same key only if they are the same", () => {
  const tokens = fc.array(
    fc.oneof(fc.string({ unit: fc.constantFrom("/", "1", "2", "a"), maxLength: 4 }), fc.string()),
  );
  assert.notEqual(toPathKey(["1/a"]), toPathKey(["", "a"]));
  assert.notEqual(toPathKey(["a", "b"]), toPathKey(["a1/b"]));
  fc.assert(
    fc.property(tokens, tokens, (a, b) => assert.equal(toPathKey(a) === toPathKey(b), isDeepStrictEqual(a, b))),
    propertyRuns(),
  );
});
