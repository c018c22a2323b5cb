import assert from "node:assert/strict";
import { test } from "node:test";
import type { PatchOperation } from "@assay/contract";
import { patchText } from "./patch-text.ts";

function patched(text: string, ...patch: PatchOperation[]): string {
  const result = patchText(text, patch);
  assert.ok(result.kind === "ok", JSON.stringify(result));
  let rebuilt = text;
  for (const { from, to, insert } of result.changes.toReversed()) {
    rebuilt = rebuilt.slice(0, from) + insert + rebuilt.slice(to);
  }
  assert.equal(rebuilt, result.text);
  return result.text;
}

function reasonOf(text: string, ...patch: PatchOperation[]): string {
  const result = patchText(text, patch);
  assert.ok(result.kind === "refused", JSON.stringify(result));
  return result.reason;
}

test("a renamed property stays where it is", () => {
  assert.equal(
    patched('{\r\n\t"a_b" : 1.50,\r\n\t"c": 2\r\n}', { op: "move", from: "/a_b", path: "/aB" }),
    '{\r\n\t"aB" : 1.50,\r\n\t"c": 2\r\n}',
  );
  assert.equal(patched('{"a":{"x":1},"c":2}', { op: "move", from: "/a/x", path: '/a/"' }), '{"a":{"\\"":1},"c":2}');
});

test("a replaced value leaves the number literals and blanks around it", () => {
  const text = '{ "a" :  [1.0, 2e0 ,"3"],"b":-0.0 }';
  assert.equal(patched(text, { op: "replace", path: "/a/2", value: 3 }), '{ "a" :  [1.0, 2e0 ,3],"b":-0.0 }');
});

test("a changed string is one short change, so that the cursor stays", () => {
  const result = patchText('{"id": "Parcel Route"}', [{ op: "replace", path: "/id", value: "parcel-route" }]);
  assert.deepEqual(result.kind === "ok" && result.changes, [{ from: 8, to: 16, insert: "parcel-r" }]);
  const faces = patchText('["\u{1f600}"]', [{ op: "replace", path: "/0", value: "\u{1f601}" }]);
  assert.deepEqual(faces.kind === "ok" && faces.changes, [{ from: 2, to: 4, insert: "\u{1f601}" }]);
});

test("a removed property or item takes one comma with it", () => {
  const lines = '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ],\n  "c": 3\n}';
  assert.equal(patched(lines, { op: "remove", path: "/a" }), '{\n  "b": [\n    1,\n    2\n  ],\n  "c": 3\n}');
  assert.equal(patched(lines, { op: "remove", path: "/b" }), '{\n  "a": 1,\n  "c": 3\n}');
  assert.equal(patched(lines, { op: "remove", path: "/c" }), '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ]\n}');
  assert.equal(patched("[1, 2, 3]", { op: "remove", path: "/0" }), "[2, 3]");
  assert.equal(patched("[1, 2, 3]", { op: "remove", path: "/1" }), "[1, 3]");
  assert.equal(patched("[1, 2, 3]", { op: "remove", path: "/2" }), "[1, 2]");
  assert.equal(patched('{"a": { "b": 1 }}', { op: "remove", path: "/a/b" }), '{"a": {}}');
  assert.equal(patched("[\n1, 2,\n  3, 4]", { op: "remove", path: "/2" }), "[\n1, 2,\n  4]");
  assert.equal(patched('[",",\n2]', { op: "remove", path: "/0" }), "[\n2]");
});

test("an added property or item is written like its neighbours", () => {
  const lines = '{\n\t"a": 1,\n\t"b": [\n\t\t1\n\t]\n}\n';
  assert.equal(
    patched(lines, { op: "add", path: "/c", value: "x" }),
    '{\n\t"a": 1,\n\t"b": [\n\t\t1\n\t],\n\t"c": "x"\n}\n',
  );
  assert.equal(
    patched(lines, { op: "add", path: "/b/-", value: 2 }),
    '{\n\t"a": 1,\n\t"b": [\n\t\t1,\n\t\t2\n\t]\n}\n',
  );
  assert.equal(
    patched(lines, { op: "add", path: "/b/0", value: 2 }),
    '{\n\t"a": 1,\n\t"b": [\n\t\t2,\n\t\t1\n\t]\n}\n',
  );
  assert.equal(patched('{"a":1}', { op: "add", path: "/b", value: { c: [1, 2] } }), '{"a":1,"b":{"c":[1,2]}}');
  assert.equal(
    patched('{ "a": 1 }', { op: "add", path: "/b", value: { c: [1, 2] } }),
    '{ "a": 1, "b": { "c": [1, 2] } }',
  );
  assert.equal(patched('{ "a": {} }', { op: "add", path: "/a/b", value: 1 }), '{ "a": { "b": 1 } }');
  assert.equal(patched("[]", { op: "add", path: "/0", value: 1 }), "[1]");
  assert.equal(patched('{ "a": 1 }', { op: "add", path: "/a", value: 2 }), '{ "a": 2 }');
});

test("a long value is spread over lines in the indentation of the text", () => {
  const value = { words: ["w".repeat(60), "v".repeat(60)] };
  const written = `{\r\n\t"a": {\r\n\t\t"words": [\r\n\t\t\t"${"w".repeat(60)}",\r\n\t\t\t"${"v".repeat(60)}"\r\n\t\t]\r\n\t}\r\n}`;
  assert.equal(patched('{\r\n\t"a": 1\r\n}', { op: "replace", path: "/a", value }), written);
  assert.equal(patched('{"a":1}', { op: "replace", path: "/a", value }), JSON.stringify({ a: value }));
});

test("a value that moves elsewhere keeps its text and takes the indentation of its new place", () => {
  const text = '{\n  "a": {\n    "x": {\n      "y": 1.0\n    }\n  },\n  "b": 2\n}';
  assert.equal(
    patched(text, { op: "move", from: "/a/x", path: "/x" }),
    '{\n  "a": {},\n  "b": 2,\n  "x": {\n    "y": 1.0\n  }\n}',
  );
  assert.equal(patched("[1, 2, 3]", { op: "move", from: "/2", path: "/0" }), "[3, 1, 2]");
  assert.equal(patched('{"a": 1, "b": 2}', { op: "move", from: "/a", path: "/b" }), '{"b": 1}');
});

test("a candidate leaves an array, and properties move into the object they belong in", () => {
  const owned = '[{"owner": {"kind": "human", "id": "ada"}, "a": 1}]';
  const unwrapped = patchText(owned, [{ op: "move", from: "/0", path: "" }]);
  assert.deepEqual(unwrapped.kind === "ok" && JSON.parse(unwrapped.text), JSON.parse(owned)[0]);
  const gathered = patchText('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n', [
    { op: "add", path: "/into", value: {} },
    { op: "move", from: "/b", path: "/into/b" },
    { op: "move", from: "/c", path: "/into/c" },
  ]);
  assert.deepEqual(gathered.kind === "ok" && JSON.parse(gathered.text), { a: 1, into: { b: 2, c: 3 } });
});

test("a candidate leaves its wrapper with its owner and its layout", () => {
  const text =
    '{\n  "proposal": {\n    "owner": { "kind": "human", "id": "ada" },\n    "n": [\n      1.0\n    ]\n  },\n  "x": 1\n}\n';
  const inner = '{\n  "owner": { "kind": "human", "id": "ada" },\n  "n": [\n    1.0\n  ]\n}\n';
  assert.equal(patched(text, { op: "move", from: "/proposal", path: "" }), inner);
  assert.equal(patched('{"p":{"a":{"b":1}}}', { op: "move", from: "/p/a", path: "" }), '{"b":1}');
});

test("a patch whose test fails changes nothing", () => {
  reasonOf('{"a": 1}', { op: "test", path: "/a", value: 2 }, { op: "remove", path: "/a" });
  assert.equal(patched('{"a": 1.0}', { op: "test", path: "/a", value: 1 }, { op: "remove", path: "/a" }), "{}");
});

test("a patch that would change who owns the proposal is refused", () => {
  const text = '{"owner": {"kind": "agent", "id": "a", "n": 1}, "o": {"kind": "human", "id": "b"}}';
  const wrapped = `{"p": ${text}}`;
  const human = { kind: "human", id: "ada" };
  for (const patch of [
    { op: "replace", path: "/owner/kind", value: "human" },
    { op: "replace", path: "/owner/id", value: "a" },
    { op: "replace", path: "/owner", value: human },
    { op: "remove", path: "/owner" },
    { op: "move", from: "/o", path: "/owner" },
    { op: "move", from: "/owner/kind", path: "/kind" },
    { op: "add", path: "/owner/kind", value: "human" },
    { op: "replace", path: "", value: { owner: human } },
    { op: "add", path: "", value: { owner: human } },
    { op: "move", from: "/o", path: "" },
  ] as const) {
    assert.match(reasonOf(text, patch), /owns|owner/, JSON.stringify(patch));
  }
  const unwrap = { op: "move", from: "/p", path: "" } as const;
  assert.match(reasonOf(wrapped, { op: "replace", path: "/p/owner/kind", value: "human" }, unwrap), /own/);
  assert.match(reasonOf(wrapped, { op: "move", from: "/p/o", path: "/p/owner" }, unwrap), /own/);
  assert.match(reasonOf(wrapped, unwrap, { op: "replace", path: "/owner/id", value: "ada" }), /own/);
  assert.match(reasonOf(wrapped, unwrap, { op: "move", from: "/o", path: "" }), /own/);
  assert.equal(patched(text, { op: "remove", path: "/owner/n" }), text.replace(', "n": 1', ""));
});

test("text that is not JSON, or means two things, is refused", () => {
  for (const text of ["", "{", "\ufeff{}", '{"a": 1, "a": 2}', '{"a": 1} x', "{a: 1}"]) {
    reasonOf(text, { op: "add", path: "/b", value: 1 });
  }
});

test("a patch that is not one, or that never ends, is refused", () => {
  const test: PatchOperation = { op: "test", path: "", value: {} };
  for (const patch of [undefined, {}, [null], [{}], [{ op: "copy", from: "/a", path: "/b" }], Array(513).fill(test)]) {
    assert.equal(patchText("{}", patch as never).kind, "refused");
  }
  assert.equal(patched("{}", ...Array(512).fill(test)), "{}");
  reasonOf('{"a": 1}', { op: "add", path: "/__proto__", value: {} });
});
