import assert from "node:assert/strict";
import { test } from "node:test";
import { createSourceLines } from "./source-lines.ts";

test("lines end with LF or CRLF, and positions count from 1", () => {
  const text = '{\r\n  "a": 1\n}';
  const lines = createSourceLines(text);
  assert.equal(lines.count, 3);
  assert.deepEqual(lines.line(1), { from: 0, to: 1, text: "{" });
  assert.deepEqual(lines.line(2), { from: 3, to: 11, text: '  "a": 1' });
  assert.deepEqual(lines.line(3), { from: 12, to: 13, text: "}" });
  assert.deepEqual(lines.positionOf(0), { line: 1, column: 1 });
  assert.deepEqual(lines.positionOf(text.indexOf('"a"')), { line: 2, column: 3 });
  assert.deepEqual(lines.positionOf(text.length), { line: 3, column: 2 });
});

test("a CR alone ends a line, as in editors and in the positions of the engine", () => {
  const text = '{\r  "a": 1\r\r}';
  const lines = createSourceLines(text);
  assert.equal(lines.count, 4);
  assert.deepEqual(lines.line(2), { from: 2, to: 10, text: '  "a": 1' });
  assert.deepEqual(lines.line(3), { from: 11, to: 11, text: "" });
  assert.deepEqual(lines.positionOf(text.indexOf('"a"')), { line: 2, column: 3 });
});
