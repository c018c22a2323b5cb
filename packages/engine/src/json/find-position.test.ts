import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, limits } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { findPosition } from "./find-position.ts";
import { formatPointer } from "./pointer.ts";
import { readJson } from "./read-json.ts";

const encode = (text: string) => new TextEncoder().encode(text);

test("a property starts at its name, and an item at its value", () => {
  const bytes = encode('\n{\n  "rules": [\n    { "at": "/a" },\r\n    { "at\\u0041": [true, 1] }\n  ]\n}');
  const positions = {
    "": [2, 1],
    "/rules": [3, 3],
    "/rules/0": [4, 5],
    "/rules/0/at": [4, 7],
    "/rules/1/atA": [5, 7],
    "/rules/1/atA/1": [5, 26],
  };
  for (const [pointer, [line, column]] of Object.entries(positions)) {
    assert.deepEqual(findPosition(bytes, pointer), { line, column, path: pointer });
  }
});

test("a missing value has the position of its closest ancestor", () => {
  const bytes = encode('{ "owner": { "why": "{[" }, "tests": [] }');
  assert.deepEqual(findPosition(bytes, "/owner/kinds"), { line: 1, column: 3, path: "/owner" });
  assert.deepEqual(findPosition(bytes, "/tests/0/name"), { line: 1, column: 29, path: "/tests" });
  assert.deepEqual(findPosition(bytes, "/owner/why/0"), { line: 1, column: 14, path: "/owner/why" });
});

test("finds the position of every value in any document", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      for (const [path, firstText] of walkValues(JSON.parse(text))) {
        const { line, column, path: reached } = findPosition(encode(text), formatPointer(path));
        assert.equal(reached, formatPointer(path));
        const rest = (text.split("\n")[line - 1] ?? "").slice(column - 1);
        assert.ok(rest.startsWith(firstText), `${formatPointer(path)} of ${text}`);
      }
    }),
    propertyRuns(),
  );
});

test("returns the position of the error in a document that is not valid JSON", () => {
  for (const text of ['{\n  "a": 1,\n  "a": 2\n}', '{\n  "a": 1\n  "b": 2\n}', '{\n  "a": [1,\n  ]\n}']) {
    const read = readJson(encode(text));
    assert.ok(read.kind === "unreadable");
    assert.equal(read.at.line, 3);
    assert.deepEqual(findPosition(encode(text), read.at.path), read.at, text);
  }
});

test("finds positions in and around values that are nested too deeply, even if the document is cut off", () => {
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

test("returns a position in any malformed document", () => {
  for (const text of ["", "{", "[1,", '{"a"', '{"a":', '{"a":]', "]}", '{"a\\', "{{{", ":::"]) {
    assert.ok(findPosition(encode(text), "/a/0").line === 1, text);
  }
});

/** Yields every path in a value with the start of its text: a property's name, or the first character of an item. */
function* walkValues(value: Json, path: readonly string[] = []): Generator<readonly [readonly string[], string]> {
  if (path.length === 0) yield [path, JSON.stringify(value).slice(0, 1)];
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield [[...path, name], Array.isArray(value) ? JSON.stringify(inner).slice(0, 1) : JSON.stringify(name)];
    yield* walkValues(inner, [...path, name]);
  }
}
