import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, limits } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { findPosition } from "./find-position.ts";
import { formatPointer } from "./pointer.ts";
import { readJson } from "./read-json.ts";

const encode = (text: string) => new TextEncoder().encode(text);

test("a property begins at its name, and an item at its value", () => {
  const bytes = encode('\n{\n  "rules": [\n    { "at": "/a" },\r\n    { "at\\u0041": [true, 1] }\n  ]\n}');
  const places = {
    "": [2, 1],
    "/rules": [3, 3],
    "/rules/0": [4, 5],
    "/rules/0/at": [4, 7],
    "/rules/1/atA": [5, 7],
    "/rules/1/atA/1": [5, 26],
  };
  for (const [pointer, [line, column]] of Object.entries(places)) {
    assert.deepEqual(findPosition(bytes, pointer), { line, column, path: pointer });
  }
});

test("what is missing has the position of the object that lacks it", () => {
  const bytes = encode('{ "owner": { "why": "{[" }, "tests": [] }');
  assert.deepEqual(findPosition(bytes, "/owner/kinds"), { line: 1, column: 3, path: "/owner" });
  assert.deepEqual(findPosition(bytes, "/tests/0/name"), { line: 1, column: 29, path: "/tests" });
  assert.deepEqual(findPosition(bytes, "/owner/why/0"), { line: 1, column: 14, path: "/owner/why" });
});

test("every value of any document is found where it is written", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      for (const [path, begins] of walkValues(JSON.parse(text))) {
        const { line, column, path: reached } = findPosition(encode(text), formatPointer(path));
        assert.equal(reached, formatPointer(path));
        const rest = (text.split("\n")[line - 1] ?? "").slice(column - 1);
        assert.ok(rest.startsWith(begins), `${formatPointer(path)} of ${text}`);
      }
    }),
    propertyRuns(),
  );
});

test("an error in the JSON has the position that its message names", () => {
  for (const text of ['{\n  "a": 1,\n  "a": 2\n}', '{\n  "a": 1\n  "b": 2\n}', '{\n  "a": [1,\n  ]\n}']) {
    const read = readJson(encode(text));
    assert.ok(read.kind === "unreadable");
    assert.equal(read.at.line, 3);
    assert.deepEqual(findPosition(encode(text), read.at.path), read.at, text);
  }
});

test("values that are nested too deep have their positions, and so has what is around them, whatever follows", () => {
  const levels = 2 * limits.specPackage.depth;
  const deep = `{ "a": ${"[".repeat(levels)}1${"]".repeat(levels)}, "b": 2 }`;
  assert.deepEqual(findPosition(encode(deep), "/a/0/0"), { line: 1, column: 10, path: "/a/0/0" });
  assert.deepEqual(findPosition(encode(deep), "/b"), { line: 1, column: 2 * levels + 11, path: "/b" });
  const open = `{ "a": ${"[".repeat(levels)}`;
  for (const end of [
    "",
    "]",
    ",",
    ":",
    '"b',
    '{"b',
    '{"b"',
    '{"b":',
    "}".repeat(levels),
    `${"]".repeat(levels)}, "c"`,
  ]) {
    assert.deepEqual(findPosition(encode(open + end), "/b/0"), { line: 1, column: 1, path: "" }, end);
  }
});

test("a document that is not JSON has positions too", () => {
  for (const text of ["", "{", "[1,", '{"a"', '{"a":', '{"a":]', "]}", '{"a\\', "{{{", ":::"]) {
    assert.ok(findPosition(encode(text), "/a/0").line === 1, text);
  }
});

/** Every path in a value, with how its text begins: the name of a property, or the first character of another value. */
function* walkValues(value: Json, path: readonly string[] = []): Generator<readonly [readonly string[], string]> {
  if (path.length === 0) yield [path, JSON.stringify(value).slice(0, 1)];
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield [[...path, name], Array.isArray(value) ? JSON.stringify(inner).slice(0, 1) : JSON.stringify(name)];
    yield* walkValues(inner, [...path, name]);
  }
}
