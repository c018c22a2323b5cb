import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { countAllMembers, prescan, SUSPECT } from "./prescan.ts";

test("ordinary documents take the fast path", () => {
  const ordinary: readonly string[] = [
    '{"a":{"b":[{"c":1},{"c":2}]},"d":null}',
    '{"text":"a \\"quote\\", a \\\\ and a \\n: done","pair":"\\ud83d\\ude00\\uD83D\\uDE00","hangul":"\\ud7ff"}',
    "[1,22,333,4444,55555,666666,7777777,88888888,-1.5,0]",
    "[1e5,1E-7,2.5e+3,0.30000000000000004,1234567890123456,-123456789.12345678]",
    '{\n  "a": [\r\n\t1,\n    true ]\n}\n',
    '{"größe":"\u{1f600}"}',
    '{"a":"\\nd9","b":"\\u0901","c":"\\ud7ff","d":"\\ud83d\\udc00","e":1}',
    "1234567890123456",
    "1e5",
  ];
  for (const text of ordinary)
    assert.equal(prescan(Buffer.from(text), 32), countAllMembers(JSON.parse(text) as Json), text);
});

test("limits how deeply arrays and objects are nested, not how many there are", () => {
  for (const text of ["[[]]", '[{"a":"[[["}]', "[[],[],[],{},{},[]]", "[true,false,null,[true]]", "[1,[2],[3]]"]) {
    assert.equal(prescan(Buffer.from(text), 2), countAllMembers(JSON.parse(text) as Json), text);
  }
  for (const text of ["[[[]]]", '{"a":{"b":{}}}', "[true,[true,[true]]]", '["]",["}",[0]]]', "[[],[],[[]]]"]) {
    assert.equal(prescan(Buffer.from(text), 2), SUSPECT, text);
  }
});

test("documents that JSON.parse could misread do not take the fast path", () => {
  for (const text of [
    '{"\\n":1}',
    '{"a\\u0062" : 1}',
    "9007199254740993",
    "1e999",
    "1e-400",
    '"\\ud800"',
    '"\\ude00"',
    '"\\udc00\\udd00"',
    '"zzzzzzzzzz\\ud83d\\ud83d"',
    "[[[]]]",
  ]) {
    assert.equal(prescan(Buffer.from(text), 2), SUSPECT, text);
  }
});

test("counts only own members", () => {
  for (const value of ["abc", 7, true, null, ["abc"]]) assert.equal(countAllMembers(value), 0);
  Object.assign(Object.prototype, { added: 1 });
  try {
    assert.equal(countAllMembers({ a: [{ b: 1 }] }), 2);
  } finally {
    Reflect.deleteProperty(Object.prototype, "added");
  }
});

test("with a duplicate name, the value has fewer members than the document", () => {
  const text = '[{"a":1,"b":{"a":1,"a":2}}]';
  assert.equal(prescan(Buffer.from(text), 32), 4);
  assert.equal(countAllMembers(JSON.parse(text) as Json), 3);
});
