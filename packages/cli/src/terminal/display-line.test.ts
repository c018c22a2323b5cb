import assert from "node:assert/strict";
import { test } from "node:test";
import stringWidth from "string-width";
import { displayLine } from "./display-line.ts";

function markPart(line: string, part: string, width = 80): string {
  const from = line.indexOf(part);
  const displayed = displayLine(line, { from, to: from + part.length }, width);
  return `${displayed.text}\n${" ".repeat(displayed.from)}${"^".repeat(displayed.to - displayed.from)}`;
}

test("carets are placed under the marked part", () => {
  assert.equal(markPart('  "a": "bcd",', '"bcd"'), '  "a": "bcd",\n       ^^^^^');
});

test("tabs are expanded to spaces up to the next tab stop", () => {
  assert.equal(markPart('\t\t"a":\t1', "1"), '        "a":    1\n                ^');
});

test("wide characters take two columns, and combining characters none", () => {
  assert.equal(markPart('"東京": 1', "1"), '"東京": 1\n        ^');
  assert.equal(markPart('"e\u0301": 1', "1"), '"e\u0301": 1\n     ^');
  assert.equal(markPart('"🎉": "ok"', '"ok"'), '"🎉": "ok"\n      ^^^^');
});

test("invisible characters are escaped, and the carets move accordingly", () => {
  assert.equal(markPart('"a\u202eb": 1', "1"), '"a\\u{202e}b": 1\n              ^');
});

test("a mark at the end of the line and an empty mark each get one caret", () => {
  assert.deepEqual(displayLine("ab", { from: 2, to: 2 }, 80), { text: "ab", from: 2, to: 3 });
  assert.deepEqual(displayLine("", { from: 0, to: 1 }, 80), { text: "", from: 0, to: 1 });
});

test("a long line is cut to the width around the marked part", () => {
  const line = `${"a".repeat(500)}X${"b".repeat(500)}`;
  for (const width of [40, 80, 120]) {
    const { text, from, to } = displayLine(line, { from: 500, to: 501 }, width);
    assert.ok(stringWidth(text) <= width);
    assert.equal(text.slice(from, to), "X");
    assert.ok(text.startsWith("…") && text.endsWith("…"));
  }
  for (const offset of [0, 3, 490, 997, 1_000]) {
    const { text, from, to } = displayLine(line, { from: offset, to: offset + 1 }, 60);
    assert.equal(text.slice(from, to), line.slice(offset, offset + 1), `${offset}`);
    assert.ok(stringWidth(text) <= 60);
  }
});
