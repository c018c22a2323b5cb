import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "@assay/engine";
import { toOffset } from "./to-offset.ts";

test("the offset of a syntax error is where the engine's reader reports it", () => {
  for (const [text, rest] of [
    ['{\n  "a": 1,\n}', "}"],
    ['{\r\n  "a": 1,\r\n}', "}"],
    ['{\r  "a": 1,\r}', "}"],
    ['{ "a": tru }', "tru"],
    ['["a",\n"b" "c"]', '"c"'],
  ] as const) {
    const read = readJson(new TextEncoder().encode(text));
    assert.ok(read.kind === "unreadable");
    assert.ok(text.slice(toOffset(text, read.at)).startsWith(rest), text);
  }
});

test("a position after the end of the text gives the offset of its end", () => {
  assert.equal(toOffset("{}", { line: 9, column: 9 }), 2);
  assert.equal(toOffset("{}", { line: 1, column: 9 }), 2);
});
