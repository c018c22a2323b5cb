import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenCharacters } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import { array, assert as assertProperty, constantFrom, dictionary, jsonValue, oneof, property } from "fast-check";
import { safeJson } from "./safe-json.ts";

test("what a reader cannot see is escaped, and so is what would be a command in a log", () => {
  assert.equal(safeJson({ a: "\u202eb\u{e0041}\u2028" }), '{"a":"\\u202eb\\udb40\\udc41\\u2028"}');
  assert.equal(safeJson(["##[group]x ##vso[y] # ## [z"]), '["#\\u0023[group]x #\\u0023vso[y] # ## [z"]');
  assert.equal(safeJson({ a: [1, "Straße"] }, 2), JSON.stringify({ a: [1, "Straße"] }, null, 2));
});

test("the value stays the same", () => {
  const part = constantFrom("\\", '"', "\n", "\u202e", "\u2066", "\u{e0041}", "#", "##[", "\ud800", "a", "\u200d", "é");
  const text = array(part).map((parts) => parts.join(""));
  const value = oneof(jsonValue(), dictionary(text, array(text)));
  const same = property(value, constantFrom(undefined, 2), (any, indent) => {
    const written = safeJson(any, indent);
    assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(any)));
    assert.doesNotMatch(written.replaceAll("\n", ""), new RegExp(hiddenCharacters.source, "u"));
    assert.ok(!written.includes("##["));
  });
  assertProperty(same, propertyRuns());
});
